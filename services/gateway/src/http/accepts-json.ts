/** Whether an Accept header lets a JSON answer through: no header, or a range that covers it with a weight above 0. */
export function acceptsJson(accept: string | undefined): boolean {
  if (accept === undefined || accept === '*/*' || accept === 'application/json') return true
  let best = { specificity: 0, isWanted: false }
  for (const part of accept.split(',')) {
    const [range = '', ...parameters] = part.split(';').map((word) => word.trim().toLowerCase())
    const specificity = specificityOf(range)
    if (specificity > best.specificity) best = { specificity, isWanted: weightOf(parameters) > 0 }
  }
  return best.isWanted
}

function specificityOf(range: string): number {
  if (range === 'application/json') return 3
  if (range === 'application/*') return 2
  return range === '*/*' ? 1 : 0
}

function weightOf(parameters: readonly string[]): number {
  const weight = parameters.find((parameter) => parameter.startsWith('q='))
  return weight === undefined ? 1 : Number(weight.slice(2))
}
