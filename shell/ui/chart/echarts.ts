/** The charting library, only what is used of it. Loaded by the first chart that is drawn; nothing else imports this file. */
import { BarChart, HeatmapChart, LineChart, SankeyChart } from 'echarts/charts';
import { CalendarComponent, GridComponent, TooltipComponent, VisualMapPiecewiseComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([
  BarChart,
  HeatmapChart,
  LineChart,
  SankeyChart,
  CalendarComponent,
  GridComponent,
  TooltipComponent,
  VisualMapPiecewiseComponent,
  CanvasRenderer,
]);

export { init };
