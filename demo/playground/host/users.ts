/** A user of this application. */
export interface User {
  id: string;
  name: string;
  /** The text below the name. */
  role: string;
  organization: string;
  /** The region where the user works, in words. */
  region: string;
  /** The regions whose data this user may see. The first one is the default. */
  regions: readonly string[];
  /** The GUIDs of the dashboards that this user may not open. */
  closedTo: readonly string[];
}

const PRODUCTS_AND_STOCK = 'd90b3f68-21ae-4d07-b5c9-3e8f7a146b20';

/** All users who have an account. */
export const users: readonly User[] = [
  {
    id: 'nora',
    name: 'Nora Lindqvist',
    role: 'Head of sales, North',
    organization: 'Aurora Coffee North',
    region: 'North',
    regions: ['North', 'South'],
    closedTo: [],
  },
  {
    id: 'sofia',
    name: 'Sofia Marques',
    role: 'Sales, South',
    organization: 'Aurora Coffee South',
    region: 'South',
    regions: ['South'],
    closedTo: [PRODUCTS_AND_STOCK],
  },
  {
    id: 'ines',
    name: 'Ines Brandt',
    role: 'Head of sales',
    organization: 'Aurora Coffee Supply',
    region: 'all regions',
    regions: ['East', 'North', 'South', 'West'],
    closedTo: [],
  },
];
