/** The charting library, only what is used of it. Loaded by the first chart that is drawn; nothing else imports this file. */
import { BarChart, HeatmapChart, LineChart } from 'echarts/charts';
import { CalendarComponent, GridComponent, VisualMapPiecewiseComponent } from 'echarts/components';
import { init, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';

use([BarChart, HeatmapChart, LineChart, CalendarComponent, GridComponent, VisualMapPiecewiseComponent, CanvasRenderer]);

export { init };
