/** Where a browser keeps its tokens; no script can read them, and no other site sends them with a form. */
export type ConsoleCookies = {
  /** The session of the browser. */
  readonly session: Cookie
  /** The sign-in that this browser began. */
  readonly pre: Cookie
  /** The challenge for a passkey that this browser was given. */
  readonly passkey: Cookie
  /** The sign-in by an organisation that this browser began: its provider sends the browser back here. */
  readonly organisation: Cookie
}

type Headers = Readonly<Record<string, string | string[] | undefined>>

type Cookie = {
  read(headers: Headers): string | null
  /** The `Set-Cookie` that keeps a token for so many seconds. */
  keep(token: string, seconds: number): string
  /** The `Set-Cookie` that removes it. */
  end(): string
}

const tokenForm = /^[\w-]{43}$/

/** Without https a browser takes neither `Secure` nor the prefix that asks for it. */
export function consoleCookies(isSecure: boolean): ConsoleCookies {
  return isSecure
    ? named((part) => `__Host-outturn${part}`, true)
    : named((part) => `outturn${part.replace('-', '_')}_local`, false)
}

function named(nameOf: (part: string) => string, isSecure: boolean): ConsoleCookies {
  return {
    session: cookie(nameOf(''), isSecure),
    pre: cookie(nameOf('-pre'), isSecure),
    passkey: cookie(nameOf('-passkey'), isSecure),
    organisation: cookie(nameOf('-organisation'), isSecure, 'Lax'),
  }
}

function cookie(
  name: string,
  isSecure: boolean,
  sameSite: 'Lax' | 'Strict' = isSecure ? 'Lax' : 'Strict',
): Cookie {
  const attributes = `Path=/; HttpOnly; SameSite=${sameSite}${isSecure ? '; Secure' : ''}`
  return {
    read(headers) {
      const found = String(headers['cookie'] ?? '')
        .split('; ')
        .filter((each) => each.startsWith(`${name}=`))
      const token = found[0]?.slice(name.length + 1) ?? ''
      // Two of one name are none: another site of the domain may have set one of them.
      return found.length === 1 && tokenForm.test(token) ? token : null
    },
    keep: (token, seconds) => `${name}=${token}; Max-Age=${seconds}; ${attributes}`,
    end: () => `${name}=; Max-Age=0; ${attributes}`,
  }
}
