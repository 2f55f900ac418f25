const maxTexts = 4_096

/** A reader that gives one value for equal texts: dates, prices and quantities of a large table are few. */
export function remembered<Value>(read: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>()
  return (text) => {
    const before = known.get(text)
    if (before !== undefined) return before
    const value = read(text)
    if (known.size < maxTexts) known.set(text, value)
    return value
  }
}
