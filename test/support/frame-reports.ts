import { until } from './until.ts';

/** The facts that a page in a frame reports about itself. Its `id` is the same until it unloads. */
export interface FrameReport {
  id: number;
  width: number;
  height: number;
}

/** Reports a frame as blocked by a policy, as browsers do. The page itself needs no such policy. */
export function blockFrame(
  blockedURI: string,
  disposition: SecurityPolicyViolationEventDisposition = 'enforce',
): void {
  document.dispatchEvent(
    new SecurityPolicyViolationEvent('securitypolicyviolation', {
      effectiveDirective: 'frame-src',
      violatedDirective: 'frame-src',
      blockedURI,
      documentURI: location.href,
      originalPolicy: '',
      disposition,
      statusCode: 200,
    }),
  );
}

/** Requests a report from the page in a frame. A page that is not painted does not answer. */
export async function askFrame({ contentWindow }: HTMLIFrameElement): Promise<FrameReport> {
  let report: FrameReport | undefined;
  const listener = ({ source, data }: MessageEvent<FrameReport>): void => {
    if (source === contentWindow) report = data;
  };
  window.addEventListener('message', listener);
  await until(() => {
    if (!report) contentWindow!.postMessage('How are you?', '*');
    return report;
  });
  window.removeEventListener('message', listener);
  return report!;
}
