/**
 * Reads the values of the figures and tables on a dashboard's page, sorted. Two pages with the same values may differ:
 * tiles are in the order of their arrival.
 */
export async function readValues(response: Response | Promise<Response>): Promise<string[]> {
  const page = await (await response).text();
  return Array.from(page.matchAll(/data-value="([^"]+)"/g), ([, value]) => value!).toSorted();
}
