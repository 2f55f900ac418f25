import { UnusableInput } from '../output.ts'

/** The address of a service as it was typed, without a slash at its end. */
export function serviceAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') {
    throw new UnusableInput(`${text} is not the address of a service, such as https://outturn.example.`)
  }
  if (url.username !== '' || url.password !== '') {
    throw new UnusableInput(`The address of the service has a user or a password in it. Leave it out.`)
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`
}
