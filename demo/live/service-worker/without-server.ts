/** Answers a request while no tab has the server. */
export function answerWithoutServer({ mode }: Request, folder: string): Response {
  if (mode !== 'navigate') return Response.error();
  return new Response(
    `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>The live demo is closed</title>
    <style>body { max-width: 40rem; margin: 15vh auto; padding: 0 16px; font: 16px/1.5 system-ui }</style>
  </head>
  <body>
    <h1>The live demo is closed</h1>
    <p>The dashboard service runs in the tab of the live demo, and that tab is closed.
      <a href="${folder}" target="_blank">Open the live demo</a> and then reload this page.</p>
  </body>
</html>
`,
    { status: 503, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
  );
}
