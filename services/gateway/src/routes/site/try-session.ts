import type { Call } from '../../http/route.ts'

/** Where a browser keeps the token of its sandbox session; no script can read it, and no other site sends it. */
export type TrySession = {
  read(call: Pick<Call, 'headers'>): string | null
  /** The header that keeps a token until its session ends. */
  keep(token: string, seconds: number): Readonly<Record<string, string>>
}

const tokenForm = /^sbx_[\w-]{1,200}$/

export function trySession(isSecure: boolean): TrySession {
  // Without https a browser takes neither `Secure` nor the prefix that asks for it.
  const name = isSecure ? '__Host-outturn-try' : 'outturn_try_local'
  return {
    read({ headers }) {
      const cookies = String(headers['cookie'] ?? '').split('; ')
      const token = cookies.find((each) => each.startsWith(`${name}=`))?.slice(name.length + 1)
      return token !== undefined && tokenForm.test(token) ? token : null
    },
    keep: (token, seconds) => ({
      'set-cookie': `${name}=${token}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`,
    }),
  }
}
