/** Somebody who works with this application. */
export interface User {
  id: string;
  name: string;
  /** What stands below the name. */
  role: string;
  organization: string;
  /** The only region whose data this user may see. */
  region: string;
}

/** Everybody who has an account; the first one is logged in on the first visit. */
export const users: readonly [User, ...User[]] = [
  {
    id: 'nora',
    name: 'Nora Lindqvist',
    role: 'Sales lead, North',
    organization: 'Aurora Coffee North',
    region: 'North',
  },
  {
    id: 'sofia',
    name: 'Sofia Marques',
    role: 'Sales lead, South',
    organization: 'Aurora Coffee South',
    region: 'South',
  },
];
