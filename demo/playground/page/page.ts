import { EmbeddedDashboardElement } from 'embedded-dashboard';
import type { Fault } from '../host/conditions.ts';
import type { SessionView } from '../host/session-view.ts';
import './account-menu.ts';
import type { Attribute } from './code-samples.ts';
import './code-panel.ts';
import './color-field.ts';
import './dashboard-picker.ts';
import './event-log.ts';
import { toFullPageLink } from './full-page-link.ts';
import { changeConditions, fetchConditions, fetchSession, signIn } from './host-calls.ts';
import { Recorder } from './recorder.ts';
import { SettingsForm } from './settings-form.ts';
import { SignInCard } from './sign-in-card.ts';
import './status-line.ts';
import './timeline.ts';

const TRY_AGAIN_MS = 1000;
/** The time that a change of the user waits for a host that does not answer. */
const PATIENCE_MS = 2000;

const dashboard = document.querySelector('embedded-dashboard')!;
const form = document.querySelector<HTMLFormElement>('#settings')!;
const account = document.querySelector('account-menu')!;
const picker = document.querySelector('dashboard-picker')!;
const codePanel = document.querySelector('code-panel')!;
const notice = find('notice');
const recorder = new Recorder(dashboard);
/** Session and switches are shared by all tabs: each notifies the others of its changes. */
const otherTabs = new BroadcastChannel('playground');
const signInCard = new SignInCard((userId) => {
  settings.set({ user: userId });
  // The card disappears, and the focus with it.
  account.focus();
});

/** What is to be done one after the other. */
let work: Promise<void> = Promise.resolve();
let session = await fetchFirstSession();
await offerChoices(session);
const settings = new SettingsForm(form, (names) => enqueue(() => apply(names)));
picker.settings = settings;

function find(id: string): HTMLElement {
  return document.getElementById(id)!;
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

async function fetchFirstSession(): Promise<SessionView> {
  for (;;) {
    const view = await attempt(fetchSession);
    if (view) return view;
    await wait(TRY_AGAIN_MS);
  }
}

/** Fills the form before it is read: the users and the first dashboard. */
async function offerChoices({ users, dashboards }: SessionView): Promise<void> {
  account.users = users;
  const guid = form.elements.namedItem('dashboard-guid') as HTMLInputElement;
  guid.value = dashboards[0]!.guid;
  await Promise.all([account.updateComplete, codePanel.updateComplete]);
}

function enqueue(act: () => Promise<void>): void {
  work = work.then(act);
}

/** Does what the changed settings are about. */
async function apply(names: readonly string[]): Promise<void> {
  showSettings();
  if (names.includes('life') || names.includes('fault')) await setConditions();
  if (names.includes('user')) await switchUser();
  if (names.includes('loading')) await startOver();
  else setAttributes();
}

async function setConditions(): Promise<void> {
  const { fault, life } = settings.values;
  const wanted = { fault: fault as Fault, hasShortTokens: life === 'short' };
  if (await attempt(() => changeConditions(wanted))) otherTabs.postMessage('conditions');
}

/** The dashboards go first, in the other tabs too: they are the old user's. */
async function switchUser(): Promise<void> {
  const { user = '' } = settings.values;
  if (user === (session.user?.id ?? '')) return;
  const told = dashboard.logout().catch(() => {
    // The log has it; the host application ends the session all the same.
  });
  await Promise.race([told, wait(PATIENCE_MS)]);
  const view = await attempt(() => signIn(user || null));
  if (view) otherTabs.postMessage('session');
  else settings.set({ user: session.user?.id ?? '' });
  showSession(view ?? session);
}

function showSession(view: SessionView): void {
  session = view;
  signInCard.users = view.users;
  // With somebody signed in, the element shows its own message.
  dashboard.replaceChildren(...(view.user ? [] : [signInCard]));
  picker.dashboards = view.dashboards;
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
  codePanel.stack = values['stack']!;
  codePanel.attributeList = attributes().filter(([, value]) => value);
  picker.requestUpdate();
  for (const field of form.querySelectorAll('color-field')) field.requestUpdate();
  find('frame').classList.toggle('lazy', values['loading'] === 'lazy');
  find('full-page').setAttribute('href', toFullPageLink(values, '/dashboards'));
  find('rendered').setAttribute('href', toFullPageLink(values, '/rendered'));
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
  await wait(10);
  setAttributes();
  parentElement!.append(dashboard);
}

/** What another tab has changed, or the host has forgotten. */
async function catchUp(): Promise<void> {
  const before = settings.values;
  const [conditions, view] = await Promise.all([attempt(fetchConditions), attempt(fetchSession)]);
  // What is chosen meanwhile holds.
  if (!conditions || !view || settings.link() !== settings.link(before)) return;
  const isOther = view.user?.id !== session.user?.id;
  // Before the form: what it then says is so already.
  session = view;
  settings.set({
    user: view.user?.id ?? '',
    fault: conditions.fault,
    life: conditions.hasShortTokens ? 'short' : '',
  });
  if (isOther) showSession(view);
}

/** The result, or `null` where there is none; the page says why. */
async function attempt<Result>(ask: () => Promise<Result>): Promise<Result | null> {
  try {
    const result = await ask();
    notice.hidden = true;
    return result;
  } catch (error) {
    notice.textContent = (error as Error).message;
    notice.hidden = false;
    return null;
  }
}

/** What the page's address does not say is as the server has it. */
async function begin(): Promise<void> {
  if (settings.isLinked('user')) await switchUser();
  if (settings.isLinked('fault') || settings.isLinked('life')) await setConditions();
  await catchUp();
  // The attributes are to be there before the element is.
  await startOver();
  showSession(session);
  showSettings();
}

find('reload').addEventListener('click', reload);
find('start-over').addEventListener('click', () => enqueue(startOver));
find('log-out').addEventListener('click', () => settings.set({ user: '' }));
dashboard.addEventListener('dashboard-logout', ({ reason }) => {
  if (reason === 'session-ended') enqueue(catchUp);
});
matchMedia('(prefers-color-scheme: dark)').addEventListener('change', showSettings);
otherTabs.addEventListener('message', () => enqueue(catchUp));
document.querySelector('status-line')!.dashboard = dashboard;
for (const tag of ['event-log', 'time-line'] as const) {
  document.querySelector(tag)!.recorder = recorder;
}
enqueue(begin);
