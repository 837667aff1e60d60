/** The company of the demo data. */
export const COMPANY_NAME = 'Aurora Coffee Supply';

/** The first and the last day of the demo data. They never change, so the numbers stay the same. */
export const FIRST_DAY = '2024-11-01';
export const LAST_DAY = '2026-10-31';

/** The cities of the customers. */
export const CITIES = [
  {
    region: 'North',
    country: 'Norway',
    cities: ['Oslo', 'Bergen', 'Tromsø'],
    weight: 15,
    transit: 3,
  },
  {
    region: 'North',
    country: 'Sweden',
    cities: ['Stockholm', 'Malmö', 'Umeå'],
    weight: 14,
    transit: 3,
  },
  {
    region: 'North',
    country: 'Finland',
    cities: ['Helsinki', 'Turku', 'Oulu'],
    weight: 8,
    transit: 4,
  },
  {
    region: 'South',
    country: 'Italy',
    cities: ['Turin', 'Bologna', 'Naples'],
    weight: 12,
    transit: 4,
  },
  {
    region: 'South',
    country: 'Spain',
    cities: ['Valencia', 'Bilbao', 'Seville'],
    weight: 9,
    transit: 5,
  },
  { region: 'South', country: 'Portugal', cities: ['Porto', 'Lisbon'], weight: 5, transit: 6 },
  {
    region: 'East',
    country: 'Poland',
    cities: ['Gdańsk', 'Kraków', 'Wrocław'],
    weight: 9,
    transit: 4,
  },
  { region: 'East', country: 'Czechia', cities: ['Prague', 'Brno'], weight: 6, transit: 4 },
  { region: 'East', country: 'Estonia', cities: ['Tallinn', 'Tartu'], weight: 3, transit: 4 },
  {
    region: 'West',
    country: 'Netherlands',
    cities: ['Utrecht', 'Rotterdam', 'Groningen'],
    weight: 13,
    transit: 2,
  },
  {
    region: 'West',
    country: 'France',
    cities: ['Lyon', 'Nantes', 'Lille'],
    weight: 10,
    transit: 3,
  },
  { region: 'West', country: 'Ireland', cities: ['Dublin', 'Galway'], weight: 5, transit: 5 },
] as const;

/** The kinds of customers, with their frequency (`weight`) and the relative size of their orders. */
export const SEGMENTS = [
  { segment: 'Cafés', weight: 44, size: 1, names: ['Café', 'Kaffebar', 'Coffee House'] },
  { segment: 'Restaurants', weight: 22, size: 1.1, names: ['Bistro', 'Trattoria', 'Brasserie'] },
  { segment: 'Hotels', weight: 14, size: 2.1, names: ['Hotel', 'Grand Hotel', 'Pension'] },
  { segment: 'Offices', weight: 12, size: 1.5, names: ['Studio', 'Works', 'Campus'] },
  { segment: 'Roasters', weight: 8, size: 2.6, names: ['Roastery', 'Roasters', 'Coffee Lab'] },
] as const;

/** The second half of a customer's name. */
export const CUSTOMER_NAMES = [
  'Linden',
  'Marlow',
  'Solveig',
  'Aster',
  'Perla',
  'Nordlys',
  'Havn',
  'Corvo',
  'Ember',
  'Juniper',
  'Quill',
  'Vesper',
  'Tilia',
  'Osprey',
  'Larch',
  'Saffron',
  'Meridian',
  'Fjell',
  'Lumen',
  'Bramble',
  'Cardinal',
  'Ostra',
  'Harbour',
  'Papaver',
  'Alma',
  'Violet',
  'Kestrel',
  'Rowan',
  'Sable',
  'Indigo',
] as const;

/** The products: price and cost in euros, frequency (`weight`), and the largest quantity of an order (`most`). */
export const PRODUCTS = [
  {
    name: 'Aria 2-group espresso machine',
    category: 'Espresso machines',
    price: 6450,
    cost: 4310,
    weight: 3,
    most: 1,
  },
  {
    name: 'Aria 3-group espresso machine',
    category: 'Espresso machines',
    price: 8900,
    cost: 6080,
    weight: 1,
    most: 1,
  },
  {
    name: 'Piccolo 1-group espresso machine',
    category: 'Espresso machines',
    price: 2480,
    cost: 1690,
    weight: 6,
    most: 2,
  },
  {
    name: 'Office One bean-to-cup',
    category: 'Espresso machines',
    price: 1890,
    cost: 1270,
    weight: 7,
    most: 3,
  },
  {
    name: 'Titan on-demand grinder',
    category: 'Grinders',
    price: 1240,
    cost: 790,
    weight: 8,
    most: 2,
  },
  {
    name: 'Swift single-dose grinder',
    category: 'Grinders',
    price: 690,
    cost: 425,
    weight: 9,
    most: 2,
  },
  { name: 'Mill 58 hand grinder', category: 'Grinders', price: 165, cost: 92, weight: 8, most: 6 },
  {
    name: 'Batch brewer, 2 × 2.2 litres',
    category: 'Brewers',
    price: 780,
    cost: 512,
    weight: 8,
    most: 2,
  },
  {
    name: 'Pour-over station, 3 places',
    category: 'Brewers',
    price: 345,
    cost: 198,
    weight: 8,
    most: 3,
  },
  { name: 'Cold brew tower', category: 'Brewers', price: 410, cost: 246, weight: 5, most: 2 },
  { name: 'House espresso, 6 kg', category: 'Coffee', price: 118, cost: 71, weight: 74, most: 12 },
  { name: 'Ethiopia Guji, 6 kg', category: 'Coffee', price: 164, cost: 104, weight: 38, most: 8 },
  { name: 'Colombia Huila, 6 kg', category: 'Coffee', price: 149, cost: 93, weight: 44, most: 8 },
  { name: 'Sugarcane decaf, 6 kg', category: 'Coffee', price: 156, cost: 99, weight: 20, most: 5 },
  {
    name: 'Stoneware cups, 36 pieces',
    category: 'Tableware',
    price: 214,
    cost: 118,
    weight: 22,
    most: 4,
  },
  {
    name: 'Double-wall glasses, 24 pieces',
    category: 'Tableware',
    price: 172,
    cost: 91,
    weight: 17,
    most: 4,
  },
  {
    name: 'Milk pitchers, set of 4',
    category: 'Tableware',
    price: 74,
    cost: 38,
    weight: 19,
    most: 5,
  },
  { name: 'Tamper, 58.5 mm', category: 'Tableware', price: 62, cost: 29, weight: 16, most: 4 },
  {
    name: 'Water filter cartridge',
    category: 'Service parts',
    price: 96,
    cost: 51,
    weight: 48,
    most: 8,
  },
  {
    name: 'Group gasket kit',
    category: 'Service parts',
    price: 28,
    cost: 11,
    weight: 36,
    most: 12,
  },
  { name: 'Burr set, 75 mm', category: 'Service parts', price: 134, cost: 72, weight: 18, most: 3 },
  {
    name: 'Cleaning tablets, 100 pieces',
    category: 'Service parts',
    price: 31,
    cost: 13,
    weight: 46,
    most: 14,
  },
] as const;

/** The carriers: frequency (`weight`), additional days, and the share of late deliveries. */
export const CARRIERS = [
  { carrier: 'Nordfrakt', weight: 34, days: 0, late: 0.045 },
  { carrier: 'Europost', weight: 30, days: 1, late: 0.085 },
  { carrier: 'Rapido', weight: 22, days: 0, late: 0.06 },
  { carrier: 'Baltika Cargo', weight: 14, days: 1, late: 0.12 },
] as const;

/** The orders of each month relative to the mean of the year, from January. */
export const SEASON = [0.86, 0.9, 0.98, 1.0, 1.04, 1.0, 0.84, 0.88, 1.06, 1.1, 1.16, 1.18] as const;
