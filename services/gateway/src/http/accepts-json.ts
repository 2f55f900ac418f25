/** Whether an Accept header lets a JSON answer through: no header, or a range that covers it with a weight above 0. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return true
  return acceptedWeight(accept, 'application/json') > 0
}

/**
 * Which of the two forms of a page a caller wants: JSON when it prefers that, the page otherwise; null when it takes
 * neither.
 */
export function pageForm(accept: string | undefined): 'html' | 'json' | null {
  if (accept === undefined) return 'html'
  const [html, json] = [acceptedWeight(accept, 'text/html'), acceptedWeight(accept, 'application/json')]
  if (html === 0 && json === 0) return null
  return json > html ? 'json' : 'html'
}

/** The weight that an Accept header gives a media type: that of the most specific range which covers it, else 0. */
function acceptedWeight(accept: string, type: string): number {
  let best = { specificity: 0, weight: 0 }
  for (const part of accept.split(',')) {
    const [range = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    const specificity = specificityOf(range, type)
    if (specificity > best.specificity) best = { specificity, weight: weightOf(parameters) }
  }
  return best.weight
}

function specificityOf(range: string, type: string): number {
  if (range === type) return 3
  if (range === `${type.slice(0, type.indexOf('/'))}/*`) return 2
  return range === '*/*' ? 1 : 0
}

function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  const value = weight === undefined ? 1 : Number(weight.slice(2))
  return value > 0 ? value : 0
}
