/** Does what developers write by hand: requests a token, shows the frame, and repeats that before the token expires. */
export async function showDashboard(container: Element, dashboardGuid: string): Promise<void> {
  let nextSeconds = 10;
  try {
    const response = await fetch('/dashboards/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Embedded-Dashboard': '1' },
      body: JSON.stringify({ dashboardGuid }),
    });
    if (!response.ok) throw new Error(`No token: ${response.status}`);
    const { baseUrl, token, expiresIn } = (await response.json()) as Grant;
    const frame = document.createElement('iframe');
    frame.title = 'Dashboard';
    frame.allow = 'fullscreen';
    frame.src = `${baseUrl}/Tdb/${token}`;
    container.replaceChildren(frame);
    nextSeconds = expiresIn - 60;
  } catch (error) {
    console.error(error);
  }
  setTimeout(() => void showDashboard(container, dashboardGuid), nextSeconds * 1000);
}

interface Grant {
  baseUrl: string;
  token: string;
  expiresIn: number;
}
