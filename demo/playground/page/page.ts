import { EmbeddedDashboardElement } from 'embedded-dashboard';
import type { ConditionsView, Fault } from '../host/conditions.ts';
import type { SessionView } from '../host/session-view.ts';
import { CodePanel } from './code-panel.ts';
import type { Attribute } from './code-samples.ts';
import { connectColorPickers, updateColorPickers } from './color-pickers.ts';
import { DashboardPicker } from './dashboard-picker.ts';
import { EventLog } from './event-log.ts';
import { toFullPageLink } from './full-page-link.ts';
import { changeConditions, fetchConditions, fetchSession, signIn } from './host-calls.ts';
import { Recorder } from './recorder.ts';
import { SettingsForm } from './settings-form.ts';
import { SignInCard } from './sign-in-card.ts';
import { showStatus } from './status-line.ts';
import { Timeline } from './timeline.ts';

const REDRAW_MS = 250;
/** How long a change of the user waits for a host that does not answer. */
const PATIENCE_MS = 2000;

const dashboard = document.querySelector('embedded-dashboard')!;
const form = document.querySelector<HTMLFormElement>('#settings')!;
const notice = find('notice');
const recorder = new Recorder(dashboard);
const log = new EventLog(find('log').querySelector('ol')!, recorder);
const timeline = new Timeline(find('timeline'), recorder);
const code = new CodePanel(find('code'));
const signInCard = new SignInCard(find('sign-in') as HTMLTemplateElement, (userId) => {
  settings.set({ user: userId });
});

let session = await attempt(fetchSession);
if (!session) throw new Error('The host application does not answer.');
offerChoices(session);
const settings = new SettingsForm(form, (names) => void apply(names));
const picker = new DashboardPicker(find('dashboards'), settings);

function find(id: string): HTMLElement {
  return document.getElementById(id)!;
}

/** What the form offers before it begins: the users and the first dashboard. */
function offerChoices({ users, dashboards }: SessionView): void {
  const user = form.elements.namedItem('user') as HTMLSelectElement;
  const guid = form.elements.namedItem('dashboard-guid') as HTMLInputElement;
  user.replaceChildren(
    ...users.map(({ id, name }) => new Option(name, id)),
    new Option('nobody', ''),
  );
  guid.value = dashboards[0]!.guid;
}

/** Does what the changed settings are about. */
async function apply(names: readonly string[]): Promise<void> {
  const { user = '' } = settings.values;
  if (names.includes('life') || names.includes('fault')) await attempt(setConditions);
  if (names.includes('user') && user !== (session?.user?.id ?? '')) await switchUser(user);
  if (names.includes('loading')) await startOver();
  else setAttributes();
  showSettings();
}

function setConditions(): Promise<ConditionsView> {
  const { fault, life } = settings.values;
  return changeConditions({ fault: fault as Fault, hasShortTokens: life === 'short' });
}

/** The dashboards go first, in the other tabs too: they are the old user's. */
async function switchUser(userId: string): Promise<void> {
  const told = dashboard.logout().catch(() => {
    // The log has it; the host application ends the session all the same.
  });
  await Promise.race([told, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);
  showSession((await attempt(() => signIn(userId || null))) ?? session!);
}

function showSession(view: SessionView): void {
  session = view;
  settings.set({ user: view.user?.id ?? '' });
  signInCard.show(dashboard, view);
  picker.update(view.dashboards);
  setAttributes();
  if (view.user && dashboard.status === 'logged-out') reload();
}

/** The settings that are the tag's attributes; those that are not set have the value ''. */
function attributes(): Attribute[] {
  const { values } = settings;
  return EmbeddedDashboardElement.observedAttributes.map((name) => [name, values[name] ?? '']);
}

function setAttributes(): void {
  for (const [name, value] of attributes()) {
    if (value === (dashboard.getAttribute(name) ?? '')) continue;
    if (value) dashboard.setAttribute(name, value);
    else dashboard.removeAttribute(name);
  }
}

function showSettings(): void {
  const { values } = settings;
  const written = attributes().filter(([, value]) => value);
  code.show(values['stack'] ?? '', written);
  picker.update();
  updateColorPickers(form);
  find('frame').classList.toggle('lazy', values['loading'] === 'lazy');
  find('full-page').setAttribute('href', toFullPageLink(values));
}

function reload(): void {
  dashboard.reload().catch(() => {
    // The element says on screen what went wrong, and the log has it.
  });
}

/** As if the page had just been opened. */
async function startOver(): Promise<void> {
  const { parentElement } = dashboard;
  dashboard.remove();
  // What is put back in the same task has only been moved.
  await new Promise((resolve) => setTimeout(resolve, 10));
  setAttributes();
  parentElement!.append(dashboard);
}

/** Another tab may have turned the switches, or signed in somebody else. */
async function catchUp(): Promise<void> {
  if (document.hidden) return;
  const [conditions, view] = await Promise.all([attempt(fetchConditions), attempt(fetchSession)]);
  if (conditions) {
    settings.set({ fault: conditions.fault, life: conditions.hasShortTokens ? 'short' : '' });
  }
  if (view && view.user?.id !== session?.user?.id) showSession(view);
}

/** The result, or `null` where the host application does not answer; the page says so. */
async function attempt<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  try {
    const result = await ask();
    notice.hidden = true;
    return result;
  } catch {
    notice.textContent =
      'The playground’s server does not answer. Is “npm start” still running in its terminal?';
    notice.hidden = false;
    return null;
  }
}

function redraw(): void {
  if (document.hidden) return;
  showStatus(dashboard, find('status'));
  log.update();
  timeline.draw();
}

find('reload').addEventListener('click', reload);
find('start-over').addEventListener('click', () => void startOver());
find('log-out').addEventListener('click', () => {
  dashboard.logout().catch(() => {
    // The log has it.
  });
});
find('clear').addEventListener('click', () => log.clear());
document.addEventListener('visibilitychange', () => void catchUp());
connectColorPickers(form);
setInterval(redraw, REDRAW_MS);

await attempt(setConditions);
const { user = '' } = settings.values;
if (user !== (session.user?.id ?? ''))
  session = (await attempt(() => signIn(user || null))) ?? session;
// The attributes are to be there before the element is.
await startOver();
showSession(session);
showSettings();
