/** What a developer writes by hand: a frame, its token, and a new one before the old one ends. */
export function showDashboard(container: Element, dashboardGuid: string): void {
  const frame = document.createElement('iframe');
  frame.title = 'Dashboard';
  frame.allow = 'fullscreen';
  container.append(frame);
  void load(frame, dashboardGuid);
}

async function load(frame: HTMLIFrameElement, dashboardGuid: string): Promise<void> {
  let delaySeconds = 10;
  try {
    const response = await fetch('/dashboards/token', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Embedded-Dashboard': '1' },
      body: JSON.stringify({ dashboardGuid }),
    });
    if (!response.ok) throw new Error(`No token: ${response.status}`);
    const { baseUrl, token, expiresIn } = (await response.json()) as Grant;
    frame.src = `${baseUrl}/Tdb/${token}`;
    delaySeconds = expiresIn - 60;
  } catch (error) {
    console.error(error);
  }
  setTimeout(() => void load(frame, dashboardGuid), delaySeconds * 1000);
}

interface Grant {
  baseUrl: string;
  token: string;
  expiresIn: number;
}
