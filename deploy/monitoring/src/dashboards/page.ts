/** A query of a panel; `legend` is a template of Grafana. */
export type PanelQuery = { readonly expr: string; readonly legend: string }

/** Units of Grafana that panels use. */
export type Unit = 'short' | 's' | 'bytes' | 'percentunit' | 'reqps' | 'ops' | 'none' | 'currencyUSD'

export type Panel = {
  readonly title: string
  /** What it shows, and what is normal. */
  readonly description: string
  readonly unit: Unit
  readonly queries: readonly PanelQuery[]
}

/** A dashboard, whose address `uid` stays the same. */
export type Page = {
  readonly uid: string
  readonly title: string
  readonly description: string
  readonly rows: readonly { readonly title: string; readonly panels: readonly Panel[] }[]
}

/** A panel of one query. */
export function panel(title: string, unit: Unit, description: string, expr: string, legend = ''): Panel {
  return { title, description, unit, queries: [{ expr, legend }] }
}

/** The environment that is chosen above the dashboard. */
export const chosen = 'environment=~"$environment"'
const range = '[$__rate_interval]'

export const rate = (metric: string, labels = ''): string =>
  `rate(${metric}${labels === '' ? '' : `{${labels}}`}${range})`

/** Three shares of a histogram: its median, and what one in twenty and one in a hundred wait for at least. */
export function quantiles(title: string, description: string, metric: string, labels = '', by = ''): Panel {
  const grouped = by === '' ? 'le' : `le, ${by}`
  const prefix = by === '' ? '' : `{{${by}}} `
  return {
    title,
    description,
    unit: 's',
    queries: ['0.5', '0.95', '0.99'].map((share) => ({
      expr: `histogram_quantile(${share}, sum by (${grouped}) (${rate(`${metric}_bucket`, labels)}))`,
      legend: `${prefix}p${Number(share) * 100}`,
    })),
  }
}
