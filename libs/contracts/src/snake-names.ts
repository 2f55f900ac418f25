type SnakeName<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${SnakeName<Rest>}`
  : Name

export type SnakeNames<Value> = { [Member in keyof Value as SnakeName<Member & string>]: Value[Member] }

const known = new Map<string, string>()

/** The same members under the names that tables and JSON give them: `accountId` is `account_id`. */
export function snakeNames<Value extends object>(value: Value): SnakeNames<Value> {
  const snake: Record<string, unknown> = {}
  for (const [name, held] of Object.entries(value)) snake[snakeName(name)] = held
  return snake as SnakeNames<Value>
}

/** Members are named in the source, so there are few names, and each is worked out once. */
function snakeName(name: string): string {
  let snake = known.get(name)
  if (snake === undefined) {
    snake = name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    known.set(name, snake)
  }
  return snake
}
