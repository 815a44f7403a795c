/** All that a chart's frame says; `ui` has no language of its own. */
export interface ChartLabels {
  showTable: string;
  showChart: string;
  save: string;
  savePicture: string;
  saveTable: string;
  /** How the chart is read with keys, for those who hear it. */
  keys: string;
  /** What kind of thing it is, to a screen reader. */
  chart: string;
  failed: string;
  soFar: string;
  estimated: string;
}
