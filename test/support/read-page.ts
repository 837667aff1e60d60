/** Reads a dashboard without the time of its data. All else is the same each time. */
export async function readPage(response: Response | Promise<Response>): Promise<string> {
  return (await (await response).text()).replace(/<time[\s\S]*?<\/time/, '');
}
