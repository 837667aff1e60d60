/** The data of a user that the page gets. */
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
  /** Whether the signed-in user may open it. */
  isOpen: boolean;
}

/** The answer of every `/session` route. */
export interface SessionView {
  /** The signed-in user; `null` if nobody is signed in. */
  user: UserView | null;
  /** The users who can sign in. */
  users: UserView[];
  dashboards: DashboardView[];
  /** The dashboard service's address, as a reader opens it. */
  serviceUrl: string;
}
