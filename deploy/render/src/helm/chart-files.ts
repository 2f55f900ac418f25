import { join } from 'node:path'
import { chartFolder } from '@outturn/model/places'
import { renderAlerts, renderRecordings } from '@outturn/monitoring'
import { dashboardFiles, watchedServices } from '../monitoring/monitoring-files.ts'
import { renderProcessList } from './process-list.ts'
import { renderChart, renderReadme, renderSchema, renderValues } from './values-files.ts'

/** Every file of the chart that is made of the model; the templates are written by hand. */
export const chartFiles: readonly { readonly file: string; readonly render: () => string }[] = Object.entries(
  {
    'Chart.yaml': renderChart,
    'values.yaml': renderValues,
    'values.schema.json': renderSchema,
    'README.md': renderReadme,
    'files/processes.yaml': renderProcessList,
    'files/alerts.yaml': () => renderAlerts(),
    'files/slo.yaml': () => renderRecordings(watchedServices),
    ...Object.fromEntries(Object.entries(dashboardFiles).map(([name, render]) => [`files/${name}`, render])),
  },
).map(([name, render]) => ({ file: join(chartFolder, name), render }))
