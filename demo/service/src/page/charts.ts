import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts';
import { GridComponent, TitleComponent, TooltipComponent } from 'echarts/components';
import { use } from 'echarts/core';
import { SVGRenderer } from 'echarts/renderers';

use([
  BarChart,
  LineChart,
  PieChart,
  ScatterChart,
  GridComponent,
  TitleComponent,
  TooltipComponent,
  SVGRenderer,
]);

// By their names: of a namespace the browser would be sent everything.
export { type ECharts, init, setPlatformAPI } from 'echarts/core';
