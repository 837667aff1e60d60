/** What the page is told of a user. */
export interface UserView {
  id: string;
  name: string;
  role: string;
  region: string;
}

/** A dashboard that the page may offer. */
export interface DashboardView {
  guid: string;
  title: string;
  /** Whether the user who is signed in may open it. */
  isOpen: boolean;
}

/** The answer of every `/session` route. */
export interface SessionView {
  /** Who is signed in; `null` for nobody. */
  user: UserView | null;
  /** Who can sign in. */
  users: UserView[];
  dashboards: DashboardView[];
}
