// One file: a server would read the modules of ECharts, some five hundred files, for a second.
export { init, setPlatformAPI } from 'echarts/dist/echarts.esm.min.mjs';
