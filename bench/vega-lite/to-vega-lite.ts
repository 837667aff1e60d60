import type { Row } from '../../service/src/database/database.ts';
import type {
  AxisTile,
  HeatMapTile,
  ScatterTile,
  Tile,
} from '../../service/src/dashboard/definition.ts';

type Spec = Record<string, unknown>;

const toTitle = (column: string): string => column.replaceAll('_', ' ');

/** Returns a specification with the same columns, axes and settings as a tile. Vega-Lite chooses everything else. */
export function toVegaLite(tile: Tile, rows: readonly Row[], dates: ReadonlySet<string>): Spec {
  return {
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title: tile.title,
    data: { values: rows },
    ...toView(tile, dates),
  };
}

function toView(tile: Tile, dates: ReadonlySet<string>): Spec {
  switch (tile.kind) {
    case 'scatter':
      return toPoints(tile);
    case 'heatmap':
      return toHeatMap(tile);
    case 'bar':
    case 'line':
      return tile.secondAxis ? toTwoAxes(tile, dates) : toAxisView(tile, dates);
    default:
      throw new Error(`Vega-Lite has no ${tile.kind}.`);
  }
}

function toPoints({ x, y }: ScatterTile): Spec {
  const toChannel = ({ column, label, logarithmic }: ScatterTile['x']): Spec => ({
    field: column,
    title: label,
    type: 'quantitative',
    ...(logarithmic && { scale: { type: 'log' } }),
  });
  return { mark: 'point', encoding: { x: toChannel(x), y: toChannel(y) } };
}

function toHeatMap({ category, splitBy, value }: HeatMapTile): Spec {
  return {
    mark: 'rect',
    encoding: {
      x: { field: category, type: 'nominal' },
      y: { field: splitBy, type: 'nominal' },
      color: { field: value, type: 'quantitative' },
    },
  };
}

function toCategory(column: string, { kind }: AxisTile, dates: ReadonlySet<string>): Spec {
  const type = dates.has(column) ? 'temporal' : kind === 'line' ? 'quantitative' : 'ordinal';
  // The rows are in the order of their author.
  return { field: column, title: toTitle(column), type, ...(type === 'ordinal' && { sort: null }) };
}

function toAxisView(tile: AxisTile, dates: ReadonlySet<string>): Spec {
  const { kind, series, splitBy, horizontal, start } = tile;
  const isFolded = series.length > 1 && splitBy === undefined;
  const group = isFolded ? 'series' : splitBy;
  const category = toCategory(tile.category, tile, dates);
  const value = {
    field: isFolded ? 'value' : series[0]!.column,
    title: isFolded ? null : series[0]!.label,
    type: 'quantitative',
    ...(start === 'values' && { scale: { zero: false } }),
  };
  return {
    ...(isFolded && {
      transform: [{ fold: series.map(({ column }) => column), as: ['series', 'value'] }],
    }),
    mark: kind,
    encoding: {
      x: horizontal ? value : category,
      y: horizontal ? category : value,
      ...(group !== undefined && { color: { field: group, type: 'nominal', title: null } }),
      ...(group !== undefined && kind === 'bar' && { xOffset: { field: group } }),
    },
  };
}

function toTwoAxes(tile: AxisTile, dates: ReadonlySet<string>): Spec {
  const colors = ['#4c78a8', '#f58518'];
  return {
    encoding: { x: toCategory(tile.category, tile, dates) },
    layer: tile.series.map(({ column, label }, index) => ({
      mark: { type: 'line', color: colors[index] },
      encoding: {
        y: {
          field: column,
          title: label,
          type: 'quantitative',
          axis: { titleColor: colors[index] },
        },
      },
    })),
    resolve: { scale: { y: 'independent' } },
  };
}
