/** Whether an address is one of the machine that opens it. */
export function isLoopbackUrl(text: string): boolean {
  const host = URL.parse(text)?.hostname ?? ''
  return /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/.test(host)
}
