/** What the back office says in place of an answer. */
interface Refusal {
  error: { message: string };
}

/** Posts JSON to the back office and reads its answer. Throws an error whose message is for the reader. */
export async function postJson<Answer>(url: string, body: unknown = {}): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Error('The service cannot be reached. Please try again.');
  });
  const answer = (await response.json()) as Answer | Refusal;
  if (!response.ok) throw new Error((answer as Refusal).error.message);
  return answer as Answer;
}
