import {
  CARRIERS,
  CITIES,
  CUSTOMER_NAMES,
  FIRST_DAY,
  LAST_DAY,
  PRODUCTS,
  SEASON,
  SEGMENTS,
} from './company.ts';
import { Random } from './random.ts';

const SEED = 20261031;
const DAY_MS = 24 * 60 * 60 * 1000;
const CUSTOMER_COUNT = 280;
const ORDERS_A_WORKDAY = 58;

interface Customer {
  id: number;
  name: string;
  city: string;
  country: string;
  region: string;
  segment: string;
  customer_since: string;
  size: number;
  transit: number;
  weight: number;
}

/** The rows of the demo company's tables, by column name. */
export interface DemoRows {
  customers: Customer[];
  products: Record<string, unknown>[];
  orders: Record<string, unknown>[];
}

/** Returns two years of the demo company, the same on every call. */
export function makeDemoRows(): DemoRows {
  const random = new Random(SEED);
  const customers = makeCustomers(random);
  return { customers, products: makeProducts(random), orders: makeOrders(random, customers) };
}

function makeCustomers(random: Random): Customer[] {
  const taken = new Set<string>();
  return Array.from({ length: CUSTOMER_COUNT }, (_, index) => {
    const place = random.weighted(CITIES);
    const kind = random.weighted(SEGMENTS);
    const city = random.pick(place.cities);
    let name = '';
    do {
      name = `${random.pick(kind.names)} ${random.pick(CUSTOMER_NAMES)}, ${city}`;
    } while (taken.has(name));
    taken.add(name);
    const isNew = random.next() < 0.34;
    const since = isNew
      ? Date.parse(FIRST_DAY) + random.integer(0, 700) * DAY_MS
      : Date.parse(FIRST_DAY) - random.integer(1, 1500) * DAY_MS;
    return {
      id: index + 1,
      name,
      city,
      country: place.country,
      region: place.region,
      segment: kind.segment,
      customer_since: toDay(since),
      size: kind.size,
      transit: place.transit,
      weight: 0.3 + random.next() * random.next() * 2.4,
    };
  });
}

function makeProducts(random: Random): Record<string, unknown>[] {
  return PRODUCTS.map(({ name, category, price, cost, weight, most }, index) => {
    const reorderLevel = Math.round(weight * (1 + most) * 0.8) + 4;
    return {
      id: index + 1,
      name,
      category,
      price,
      cost,
      stock: Math.round(reorderLevel * (0.45 + random.next() * 2.6)),
      reorder_level: reorderLevel,
    };
  });
}

function makeOrders(random: Random, customers: Customer[]): Record<string, unknown>[] {
  const orders: Record<string, unknown>[] = [];
  const first = Date.parse(FIRST_DAY);
  const last = Date.parse(LAST_DAY);
  for (let day = first; day <= last; day += DAY_MS) {
    const date = new Date(day);
    const growth = 0.88 + (0.34 * (day - first)) / (last - first);
    const workday = date.getUTCDay() % 6 === 0 ? 0.3 : 1;
    const expected = ORDERS_A_WORKDAY * SEASON[date.getUTCMonth()]! * growth * workday;
    const today = toDay(day);
    const known = customers.filter(({ customer_since: since }) => since <= today);
    const count = Math.round(expected * (0.82 + random.next() * 0.36));
    for (let index = 0; index < count; index += 1) {
      orders.push({ id: orders.length + 1, ...makeOrder(random, known, day, growth) });
    }
  }
  return orders;
}

function makeOrder(random: Random, customers: Customer[], day: number, growth: number) {
  const customer = random.weighted(customers);
  const product = random.weighted(PRODUCTS);
  const carrier = random.weighted(CARRIERS);
  const quantity = Math.max(1, Math.round(random.integer(1, product.most) * customer.size));
  const discount = random.next() < 0.22 ? random.pick([0.05, 0.08, 0.1, 0.12]) : 0;
  const promised = day + (customer.transit + carrier.days + 1) * DAY_MS;
  // Punctuality improves over the two years.
  const late = random.next() < carrier.late * (2.1 - growth) * 1.15;
  const delivered = promised + (late ? random.integer(1, 5) : -random.integer(0, 2)) * DAY_MS;
  return {
    ordered_on: toDay(day),
    customer_id: customer.id,
    product_id: PRODUCTS.indexOf(product) + 1,
    quantity,
    revenue: Math.round(quantity * product.price * (1 - discount) * 100) / 100,
    cost: quantity * product.cost,
    carrier: carrier.carrier,
    promised_on: toDay(promised),
    delivered_on: delivered > Date.parse(LAST_DAY) ? null : toDay(delivered),
    returned: random.next() < 0.021,
  };
}

function toDay(instant: number): string {
  return new Date(instant).toISOString().slice(0, 10);
}
