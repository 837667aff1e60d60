let logins = 0;

/** Makes the same call and returns the same answer as the host, with the least code and no checks. */
export async function askBarely(baseUrl: string, body: string): Promise<string> {
  const { dashboardGuid } = JSON.parse(body) as { dashboardGuid: string };
  logins += 1;
  const answer = await fetch(
    `${baseUrl}/Api/GetToken/key-of-the-bench/session-${logins}/${dashboardGuid}`,
    {
      method: 'POST',
      headers: { Accept: 'application/json, text/plain', 'Content-Type': 'application/json' },
      body: JSON.stringify({ user: 'somebody' }),
    },
  );
  return JSON.stringify({ token: await answer.text(), expiresIn: 7200, baseUrl });
}

/** The headers of the answer. */
export const ANSWER_HEADERS = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
