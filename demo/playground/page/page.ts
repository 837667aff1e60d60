// oxlint-disable-next-line import/no-unassigned-import -- it registers the tag
import 'embedded-dashboard';
import { DashboardPicker } from './dashboard-picker.ts';
import { fetchSession, logIn, logOut } from './session-request.ts';
import type { SessionView, UserView } from './session-view.ts';
import { followStatus } from './status-line.ts';

const dashboard = document.querySelector('embedded-dashboard')!;
const account = find('account');
const userSelect = find('user') as HTMLSelectElement;
const nav = find('dashboards');
const welcome = find('welcome');
const notice = find('notice');
const statusLine = find('status-line');
const picker = new DashboardPicker(nav, showChosen);

let shownUser: UserView | null = null;
let isBusy = false;

function find(id: string): HTMLElement {
  return document.getElementById(id)!;
}

function show({ user, users, dashboards }: SessionView): void {
  shownUser = user;
  notice.hidden = true;
  for (const part of [account, nav, dashboard, statusLine]) part.hidden = !user;
  welcome.hidden = user !== null;
  userSelect.replaceChildren(...users.map(toOption));
  userSelect.value = user?.id ?? '';
  find('users').replaceChildren(...users.map(toLogInItem));
  picker.offer(dashboards);
  if (!user) return;
  showChosen();
  if (dashboard.status === 'logged-out') reload();
}

function showChosen(): void {
  const { chosen } = picker;
  dashboard.dashboardGuid = chosen?.guid ?? null;
  dashboard.label = chosen?.title ?? 'Dashboard';
  document.title = chosen ? `${chosen.title} · Aurora Desk` : 'Aurora Desk';
}

function reload(): void {
  dashboard.reload().catch(() => {
    // The element says on screen what went wrong.
  });
}

/** One at a time; `focus` is where the keyboard goes on when it is done. */
async function change(act: () => Promise<SessionView>, focus: () => HTMLElement): Promise<void> {
  if (isBusy) return;
  isBusy = true;
  try {
    show(await act());
    focus().focus();
  } catch {
    userSelect.value = shownUser?.id ?? '';
    notice.textContent = 'Aurora Desk does not answer. Please try again in a moment.';
    notice.hidden = false;
  } finally {
    isBusy = false;
  }
}

/** First of all: its request needs the session that the host application is about to end. */
async function closeDashboards(): Promise<void> {
  await dashboard.logout().catch(() => {
    // Where the service cannot be told, its tokens end by themselves; this session ends all the same.
  });
}

async function switchUser(): Promise<SessionView> {
  const { value } = userSelect;
  await closeDashboards();
  return logIn(value);
}

async function leave(): Promise<SessionView> {
  await closeDashboards();
  return logOut();
}

/** Another tab may have logged in, out, or in as somebody else. */
async function catchUp(): Promise<void> {
  if (document.hidden || isBusy) return;
  const session = await fetchSession().catch(() => null);
  if (!session || isBusy) return;
  const isOld = session.user?.id !== shownUser?.id || dashboard.status === 'logged-out';
  if (isOld) show(session);
}

function toOption({ id, name }: UserView): HTMLOptionElement {
  return new Option(name, id);
}

function toLogInItem({ id, name, role }: UserView): HTMLLIElement {
  const item = document.createElement('li');
  const button = document.createElement('button');
  const [title, note] = [document.createElement('strong'), document.createElement('span')];
  title.textContent = `Log in as ${name}`;
  note.textContent = role;
  button.type = 'button';
  button.append(title, note);
  button.addEventListener('click', () => {
    void change(
      () => logIn(id),
      () => userSelect,
    );
  });
  item.append(button);
  return item;
}

userSelect.addEventListener('change', () => void change(switchUser, () => userSelect));
find('log-out').addEventListener('click', () => {
  void change(leave, () => welcome.querySelector('button')!);
});
document.addEventListener('visibilitychange', () => void catchUp());
followStatus(dashboard, statusLine);
void change(fetchSession, () => document.body);
