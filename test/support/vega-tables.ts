import type { RowSet } from '../../service/src/database/database.ts';
import { readVegaFile, type DataRecord, toRowSet } from './vega-files.ts';

/** The default number of rows of a dataset. */
const MAX_ROWS = 1000;

/** Returns the rows of a file as an author's SELECT does. */
function select(
  file: string,
  arrange: (records: DataRecord[]) => DataRecord[] = (records) => records,
): () => RowSet {
  return () => toRowSet(arrange(readVegaFile(file)).slice(0, MAX_ROWS));
}

/** `SELECT key, …, measure(values) … GROUP BY key`. */
function groupBy(
  records: readonly DataRecord[],
  toKey: (record: DataRecord) => DataRecord,
  toMeasures: (group: DataRecord[]) => DataRecord,
): DataRecord[] {
  const groups = new Map<string, DataRecord[]>();
  for (const record of records) {
    const key = JSON.stringify(toKey(record));
    groups.set(key, [...(groups.get(key) ?? []), record]);
  }
  return [...groups].map(([key, group]) =>
    Object.assign(JSON.parse(key) as DataRecord, toMeasures(group)),
  );
}

const numbersOf = (group: readonly DataRecord[], name: string): number[] =>
  group.flatMap((record) => record[name] ?? []).map(Number);
const sum = (group: readonly DataRecord[], name: string): number =>
  numbersOf(group, name).reduce((total, value) => total + value, 0);
/** `round(avg(name), 4)`. */
const average = (group: readonly DataRecord[], name: string): number | null => {
  const numbers = numbersOf(group, name);
  const mean = numbers.reduce((total, value) => total + value, 0) / numbers.length;
  return numbers.length > 0 ? Number(mean.toFixed(4)) : null;
};
const monthOf = (record: DataRecord): DataRecord => ({
  month: `${String(record['date']).slice(0, 7)}-01`,
});
const descending = (name: string) => (left: DataRecord, right: DataRecord) =>
  Number(right[name]) - Number(left[name]);

const toIndustries = (records: DataRecord[], names: RegExp): DataRecord[] =>
  records
    .filter(({ series }) => names.test(String(series)))
    .map(({ series, date, count, rate }) => ({
      series: series!,
      month: String(date).slice(0, 10),
      unemployed: Number(count) * 1000,
      rate: Number((Number(rate) / 100).toFixed(4)),
    }));

const toWeather = (group: DataRecord[]): DataRecord => ({
  temp_max: average(group, 'temp_max'),
  temp_min: average(group, 'temp_min'),
  precipitation: Number(sum(group, 'precipitation').toFixed(1)),
});

/** The results of SELECTs on tables of `vega-datasets`: all rows, or their sums and averages. */
export const VEGA_TABLES: Record<string, () => RowSet> = {
  movies: select('movies.json'),
  'movies by genre': select('movies.json', (records) =>
    groupBy(
      records,
      (record) => ({ 'Major Genre': record['Major Genre'] ?? null }),
      (group) => ({ 'US Gross': sum(group, 'US Gross'), Films: group.length }),
    ).toSorted(descending('US Gross')),
  ),
  'seattle-weather': select('seattle-weather.csv'),
  'seattle-weather by month': select('seattle-weather.csv', (records) =>
    groupBy(records, monthOf, toWeather),
  ),
  weather: select('weather.csv', (records) =>
    groupBy(
      records,
      (record) => ({ ...monthOf(record), location: record['location'] ?? null }),
      toWeather,
    ),
  ),
  stocks: select('stocks.csv'),
  sp500: select('sp500.csv'),
  ohlc: select('ohlc.json'),
  gapminder: select('gapminder.json'),
  'gapminder-health-income': select('gapminder-health-income.csv'),
  unemployment: select('unemployment.tsv'),
  'unemployment-across-industries': select('unemployment-across-industries.json', (records) =>
    toIndustries(records, /^(Government|Construction|Manufacturing|Education and Health)$/),
  ),
  'unemployment in eight industries': select('unemployment-across-industries.json', (records) =>
    toIndustries(records, /^(?!Agriculture|Finance|Information|Mining|Other|Self-employed)/),
  ),
  flights: select('flights-2k.json'),
  'flights by origin': select('flights-2k.json', (records) =>
    groupBy(
      records,
      ({ origin }) => ({ origin: origin! }),
      (group) => ({ flights: group.length, average_delay_min: average(group, 'delay') }),
    ).toSorted(descending('flights')),
  ),
  cars: select('cars.json'),
  'cars by year': select('cars.json', (records) =>
    groupBy(
      records,
      (record) => ({ year: record['Year']!, Origin: record['Origin']! }),
      (group) => ({ Miles_per_Gallon: average(group, 'Miles_per_Gallon') }),
    ),
  ),
  population: select('population.json'),
  'population in 2000': select('population.json', (records) =>
    groupBy(
      records.filter(({ year }) => year === 2000),
      ({ age }) => ({ age: age! }),
      (group) => ({
        men: sum(
          group.filter(({ sex }) => sex === 1),
          'people',
        ),
        women: sum(
          group.filter(({ sex }) => sex === 2),
          'people',
        ),
      }),
    ),
  ),
  barley: select('barley.json'),
  'barley in 1931': select('barley.json', (records) =>
    records
      .filter(({ year }) => year === 1931)
      .map((record) => ({
        site: record['site']!,
        variety: record['variety']!,
        yield: record['yield']!,
      })),
  ),
  wheat: select('wheat.json'),
  driving: select('driving.json'),
  crimea: select('crimea.json'),
  obesity: select('obesity.json'),
  penguins: select('penguins.json'),
  jobs: select('jobs.json', (records) =>
    records
      .filter(({ year, sex }) => year === 2000 && sex === 'women')
      .map(({ job, count, perc }) => ({ job: job!, count: count!, perc: perc! }))
      .toSorted(descending('perc'))
      .slice(0, 25),
  ),
  anscombe: select('anscombe.json'),
  'co2-concentration': select('co2-concentration.csv'),
  'global-temp': select('global-temp.csv'),
  'iowa-electricity': select('iowa-electricity.csv'),
  'us-employment': select('us-employment.csv'),
  disasters: select('disasters.csv', (records) =>
    records.filter(({ Entity: entity }) => entity === 'Earthquake'),
  ),
  income: select('income.json'),
  burtin: select('burtin.json'),
  budgets: select('budgets.json'),
  github: select('github.csv'),
  monarchs: select('monarchs.json'),
  'population engineers hurricanes': select('population_engineers_hurricanes.csv'),
};
