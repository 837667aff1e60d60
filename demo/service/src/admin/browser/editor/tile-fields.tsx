import type { DatasetColumns } from '../../../dashboard/dashboard-draft.ts';
import type {
  AxisTile,
  ChartTile,
  HeatMapTile,
  NumberTile,
  ScatterTile,
  ShareTile,
  TableTile,
  Tile,
} from '../../../dashboard/definition.ts';
import { ColumnField } from './column-field.tsx';
import { ColumnList, ColumnListFields } from './column-list.tsx';
import type { EditedDataset } from './edited-draft.ts';
import { CheckField, SelectField, TextField } from './field.tsx';
import { TILE_KINDS, toColumn, toKind, toSeries } from './new-tile.ts';
import { FORMATS } from './value-formats.ts';

/** The formats of categories and their names. */
const CATEGORY_FORMATS = [
  ['', 'By the column’s type'],
  ['text', 'Text'],
  ['date', 'Date'],
  ['month', 'Month'],
  ['instant', 'Date and time (UTC)'],
] as const;

const SPANS = [
  ['3', 'A quarter'],
  ['4', 'A third'],
  ['5', 'Five twelfths'],
  ['6', 'Half'],
  ['7', 'Seven twelfths'],
  ['8', 'Two thirds'],
  ['12', 'Full width'],
] as const;

interface KindProps<Each extends Tile> {
  path: string;
  tile: Each;
  /** Of its dataset, as far as they are known. */
  columns: DatasetColumns;
  onChange: (tile: Each) => void;
}

/** The datasets for the trend of a number. */
interface TrendProps {
  columnsOf: (dataset: string) => DatasetColumns;
  datasets: readonly EditedDataset[];
}

/** The fields of a tile: those of every kind, then those of its own. */
export function TileFields({
  path,
  tile,
  columnsOf,
  datasets,
  onChange,
}: Omit<KindProps<Tile>, 'columns'> & TrendProps) {
  const columns = columnsOf(tile.dataset);
  return (
    <>
      <TextField
        path={`${path}.title`}
        label="Title"
        value={tile.title}
        onChange={(title) => onChange({ ...tile, title })}
      />
      <div class="pair">
        <SelectField
          path={`${path}.kind`}
          label="Kind"
          value={tile.kind}
          choices={TILE_KINDS}
          onChange={(kind) => onChange(toKind(tile, kind, columns))}
        />
        <SelectField
          path={`${path}.span`}
          label="Width"
          value={String(tile.span)}
          choices={SPANS}
          onChange={(span) => onChange({ ...tile, span: Number(span) as Tile['span'] })}
        />
      </div>
      <SelectField
        path={`${path}.dataset`}
        label="Dataset"
        value={tile.dataset}
        choices={datasets.map(({ key, name }) => [key, name || 'Unnamed'] as const)}
        onChange={(dataset) => onChange({ ...tile, dataset })}
      />
      <KindFields
        path={path}
        tile={tile}
        columns={columns}
        columnsOf={columnsOf}
        datasets={datasets}
        onChange={onChange}
      />
    </>
  );
}

function KindFields({
  tile,
  onChange,
  columnsOf,
  datasets,
  ...rest
}: KindProps<Tile> & TrendProps) {
  switch (tile.kind) {
    case 'number':
      return (
        <NumberFields
          {...rest}
          tile={tile}
          columnsOf={columnsOf}
          datasets={datasets}
          onChange={onChange}
        />
      );
    case 'table':
      return <TableFields {...rest} tile={tile} onChange={onChange} />;
    case 'scatter':
      return <ScatterFields {...rest} tile={tile} onChange={onChange} />;
    case 'heatmap':
      return <HeatMapFields {...rest} tile={tile} onChange={onChange} />;
    case 'pie':
    case 'donut':
      return <ShareFields {...rest} tile={tile} onChange={onChange} />;
    default:
      return <AxisFields {...rest} tile={tile} onChange={onChange} />;
  }
}

function NumberFields({
  path,
  tile,
  columns,
  columnsOf,
  datasets,
  onChange,
}: KindProps<NumberTile> & TrendProps) {
  return (
    <>
      <div class="pair">
        <ValueField path={path} tile={tile} columns={columns} onChange={onChange} />
        <FormatField path={path} tile={tile} onChange={onChange} />
      </div>
      <div class="pair">
        <ColumnField
          path={`${path}.previous`}
          label="Compared with"
          value={tile.previous ?? ''}
          columns={columns.names}
          optional
          onChange={(previous) => onChange({ ...tile, previous: previous || undefined })}
        />
        <SelectField
          path={`${path}.better`}
          label="Better when"
          value={tile.better ?? 'higher'}
          choices={[
            ['higher', 'higher'],
            ['lower', 'lower'],
          ]}
          onChange={(better) => onChange({ ...tile, better })}
        />
      </div>
      <TextField
        path={`${path}.note`}
        label="Note below the figure"
        value={tile.note}
        onChange={(note) => onChange({ ...tile, note })}
      />
      <div class="pair">
        <SelectField
          path={`${path}.trend.dataset`}
          label="Trend line from"
          value={tile.trend?.dataset ?? ''}
          choices={[
            ['', 'None'],
            ...datasets.map(({ key, name }) => [key, name || 'Unnamed'] as const),
          ]}
          onChange={(dataset) => onChange({ ...tile, trend: toTrend(dataset, columnsOf(dataset)) })}
        />
        {tile.trend && (
          <ColumnField
            path={`${path}.trend.column`}
            label="Column of the trend"
            value={tile.trend.column}
            columns={columnsOf(tile.trend.dataset).numbers}
            onChange={(column) => onChange({ ...tile, trend: { ...tile.trend!, column } })}
          />
        )}
      </div>
    </>
  );
}

function AxisFields({ path, tile, columns, onChange }: KindProps<AxisTile>) {
  return (
    <>
      <div class="pair">
        <CategoryField path={path} tile={tile} columns={columns} onChange={onChange} />
        <SelectField
          path={`${path}.categoryFormat`}
          label="Category format"
          value={tile.categoryFormat ?? ''}
          choices={CATEGORY_FORMATS}
          onChange={(format) => onChange({ ...tile, categoryFormat: format || undefined })}
        />
      </div>
      <ColumnField
        path={`${path}.splitBy`}
        label="Split by"
        value={tile.splitBy ?? ''}
        columns={columns.names}
        optional
        onChange={(splitBy) => onChange({ ...tile, splitBy: splitBy || undefined })}
      />
      <ColumnList
        path={`${path}.series`}
        legend="Series"
        one="series"
        list={tile.series}
        columns={columns.numbers}
        create={toSeries}
        onChange={(series) => onChange({ ...tile, series })}
      />
      <FormatField path={path} tile={tile} onChange={onChange} />
      {tile.kind !== 'line' && (
        <div class="checks">
          {tile.kind === 'bar' && (
            <CheckField
              label="Horizontal"
              checked={tile.horizontal ?? false}
              onChange={(horizontal) => onChange({ ...tile, horizontal })}
            />
          )}
          <CheckField
            label="Stacked"
            checked={tile.stacked ?? false}
            onChange={(stacked) => onChange({ ...tile, stacked })}
          />
        </div>
      )}
    </>
  );
}

function ShareFields({ path, tile, columns, onChange }: KindProps<ShareTile>) {
  return (
    <>
      <div class="pair">
        <CategoryField path={path} tile={tile} columns={columns} onChange={onChange} />
        <ValueField path={path} tile={tile} columns={columns} onChange={onChange} />
      </div>
      <FormatField path={path} tile={tile} onChange={onChange} />
    </>
  );
}

function ScatterFields({ path, tile, columns, onChange }: KindProps<ScatterTile>) {
  return (
    <>
      <CategoryField path={path} tile={tile} columns={columns} onChange={onChange} />
      {(['x', 'y'] as const).map((axis) => (
        <fieldset key={axis} class="columns">
          <legend>{axis === 'x' ? 'Horizontal axis' : 'Vertical axis'}</legend>
          <ColumnListFields
            path={`${path}.${axis}`}
            each={tile[axis]}
            columns={columns.numbers}
            onChange={(column) => onChange({ ...tile, [axis]: column })}
          />
        </fieldset>
      ))}
    </>
  );
}

function HeatMapFields({ path, tile, columns, onChange }: KindProps<HeatMapTile>) {
  return (
    <>
      <div class="pair">
        <CategoryField path={path} tile={tile} columns={columns} onChange={onChange} />
        <ColumnField
          path={`${path}.splitBy`}
          label="Split by"
          value={tile.splitBy}
          columns={columns.names}
          onChange={(splitBy) => onChange({ ...tile, splitBy })}
        />
      </div>
      <div class="pair">
        <ValueField path={path} tile={tile} columns={columns} onChange={onChange} />
        <FormatField path={path} tile={tile} onChange={onChange} />
      </div>
    </>
  );
}

function toTrend(dataset: string, { numbers }: DatasetColumns): NumberTile['trend'] {
  return dataset ? { dataset, column: numbers[0] ?? '' } : undefined;
}

function TableFields({ path, tile, columns, onChange }: KindProps<TableTile>) {
  return (
    <ColumnList
      path={`${path}.columns`}
      legend="Columns"
      one="column"
      list={tile.columns}
      columns={columns.names}
      create={(name) => toColumn(name, columns)}
      onChange={(list) => onChange({ ...tile, columns: list })}
    />
  );
}

function CategoryField<Each extends ChartTile | HeatMapTile>({
  path,
  tile,
  columns,
  onChange,
}: KindProps<Each>) {
  return (
    <ColumnField
      path={`${path}.category`}
      label="Category"
      value={tile.category}
      columns={columns.names}
      onChange={(category) => onChange({ ...tile, category })}
    />
  );
}

function ValueField<Each extends NumberTile | ShareTile | HeatMapTile>({
  path,
  tile,
  columns,
  onChange,
}: KindProps<Each>) {
  return (
    <ColumnField
      path={`${path}.value`}
      label="Value"
      value={tile.value}
      columns={columns.names}
      onChange={(value) => onChange({ ...tile, value })}
    />
  );
}

function FormatField<Each extends Exclude<Tile, TableTile | ScatterTile>>({
  path,
  tile,
  onChange,
}: Omit<KindProps<Each>, 'columns'>) {
  return (
    <SelectField
      path={`${path}.format`}
      label="Format"
      value={tile.format}
      choices={FORMATS}
      onChange={(format) => onChange({ ...tile, format })}
    />
  );
}
