// The one file of ECharts: a server needs a second to load its five hundred modules, and a tenth of it for this file.
export { init, setPlatformAPI } from 'echarts/dist/echarts.esm.min.mjs';
