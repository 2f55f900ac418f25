import {
  AnnotationQueryBuilder,
  DashboardBuilder,
  DatasourceVariableBuilder,
  QueryVariableBuilder,
  RowBuilder,
  VariableRefresh,
} from '@grafana/grafana-foundation-sdk/dashboard'
import { DataqueryBuilder } from '@grafana/grafana-foundation-sdk/prometheus'
import { PanelBuilder } from '@grafana/grafana-foundation-sdk/timeseries'
import type { Page, Panel } from './page.ts'

const datasource = { type: 'prometheus', uid: '${datasource}' }
/** Where a process of another version began to answer. */
export const rollouts =
  'count by (version) (outturn_build_info) unless on (version) count by (version) (outturn_build_info offset 5m)'

/** The dashboard of a page, as Grafana imports it. */
export function renderDashboard(page: Page): string {
  const builder = new DashboardBuilder(page.title)
    .uid(page.uid)
    .description(page.description)
    .tags(['outturn'])
    .timezone('browser')
    .refresh('30s')
    .time({ from: 'now-6h', to: 'now' })
    .readonly()
    .withVariable(new DatasourceVariableBuilder('datasource').label('Prometheus').type('prometheus'))
    .withVariable(variable('environment', 'outturn_environment_started'))
    .withVariable(variable('service', 'up{job="outturn"}'))
    .annotation(
      new AnnotationQueryBuilder()
        .name('Rollouts')
        .datasource(datasource)
        .enable(true)
        .iconColor('blue')
        .target(new DataqueryBuilder().expr(rollouts).refId('rollouts').legendFormat('{{version}}')),
    )
  for (const { title, panels } of page.rows) {
    builder.withRow(new RowBuilder(title))
    for (const each of panels) builder.withPanel(panelOf(each))
  }
  return `${JSON.stringify(builder.build(), null, 2)}\n`
}

function variable(name: string, metric: string): QueryVariableBuilder {
  return new QueryVariableBuilder(name)
    .datasource(datasource)
    .query(`label_values(${metric}, ${name})`)
    .refresh(VariableRefresh.OnTimeRangeChanged)
    .multi(true)
    .includeAll(true)
    .allValue('.*')
}

function panelOf({ title, description, unit, queries }: Panel): PanelBuilder {
  const builder = new PanelBuilder()
    .title(title)
    .description(description)
    .unit(unit)
    .datasource(datasource)
    .span(8)
    .height(8)
  for (const [index, { expr, legend }] of queries.entries()) {
    const refId = String.fromCodePoint(65 + index)
    builder.withTarget(
      new DataqueryBuilder().expr(expr).legendFormat(legend).refId(refId).datasource(datasource),
    )
  }
  return builder
}
