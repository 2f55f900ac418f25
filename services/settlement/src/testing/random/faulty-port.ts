import type { Numbers } from './numbers.ts'

type Call = () => Promise<unknown>

/** A port of which each call goes through `around`, but for those that are answered at once. */
function around<Port extends object>(
  port: Port,
  atOnce: readonly (keyof Port & string)[],
  call: (made: Call, name: string) => Promise<unknown>,
): Port {
  return new Proxy(port, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function' || (atOnce as readonly (string | symbol)[]).includes(name))
        return member
      return (...args: unknown[]) =>
        call(async () => Reflect.apply(member, target, args) as unknown, String(name))
    },
  })
}

/** A port that answers seldom: a call is lost before it has an effect, or its answer after that. */
export function seldomAnswering<Port extends object>(
  port: Port,
  { below }: Pick<Numbers, 'below'>,
  { atOnce = [], failure }: { atOnce?: readonly (keyof Port & string)[]; failure: () => Error },
): Port {
  return around(port, atOnce, async (made) => {
    const fate = below(5)
    if (fate === 0) throw failure()
    const answer = await made()
    if (fate === 1) throw failure()
    return answer
  })
}

/** A port of which the answers to some calls come late: `meanwhile` happens between an effect and its answer. */
export function lateAnswering<Port extends object>(
  port: Port,
  late: readonly (keyof Port & string)[],
  meanwhile: () => Promise<unknown>,
): Port {
  return around(port, [], async (made, name) => {
    const answer = await made()
    if ((late as readonly string[]).includes(name)) await meanwhile()
    return answer
  })
}
