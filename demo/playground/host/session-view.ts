/** What the page is told of a user. */
export interface UserView {
  id: string;
  name: string;
  role: string;
}

/** A dashboard that the page may offer. */
export interface DashboardView {
  guid: string;
  title: string;
}

/** The answer of every `/session` route. */
export interface SessionView {
  /** Who is logged in; `null` for nobody. */
  user: UserView | null;
  /** Who can log in. */
  users: UserView[];
  /** What the logged-in user may see. */
  dashboards: DashboardView[];
}
