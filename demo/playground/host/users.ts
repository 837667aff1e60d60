/** Somebody who works with this application. */
export interface User {
  id: string;
  name: string;
  /** What stands below the name. */
  role: string;
  organization: string;
  /** The only region whose data this user may see. */
  region: string;
  /** Titles of the dashboards that this user may not open. */
  closedTo: readonly string[];
}

/** Everybody who has an account. */
export const users: readonly User[] = [
  {
    id: 'nora',
    name: 'Nora Lindqvist',
    role: 'Head of sales, North',
    organization: 'Aurora Coffee North',
    region: 'North',
    closedTo: [],
  },
  {
    id: 'sofia',
    name: 'Sofia Marques',
    role: 'Sales, South',
    organization: 'Aurora Coffee South',
    region: 'South',
    closedTo: ['Products and stock'],
  },
];
