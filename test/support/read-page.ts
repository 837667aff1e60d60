/** Reads a dashboard's page without the time of its data. Everything else is the same each time. */
export async function readPage(response: Response | Promise<Response>): Promise<string> {
  return (await (await response).text()).replace(/<time[\s\S]*?<\/time/, '');
}
