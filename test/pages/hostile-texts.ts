/** Texts that end what they stand in and run a script, wherever one is put into a page without being escaped. */
export const hostileTexts = [
  `</script><script>alert(1)</script><img src=x onerror=alert(1)>"'\u202e`,
  `"><svg onload=alert(1)><iframe srcdoc="<script>alert(1)</script>">`,
  `' autofocus onfocus=alert(1) x='--><!--</title></style></textarea><a href=javascript:alert(1)>go</a>`,
  `javascript:alert(1)//<b>&lt;i&gt;&#x3c;u&#x3e;\u200b`,
] as const

export const hostile: string = hostileTexts[0]

/** A hostile text that has no control characters, for what is kept as a name or a title. */
export const hostileName = `<img src=x onerror=alert(1)>"'</script>`

/**
 * Runs in a page: what a text of a party would have made of it. A page of ours has no handler in an attribute, no script without an address
 * but data, no frame, no picture and no address that runs.
 */
export const injectedElements = `(() => {
  const scripts = [...document.scripts].filter(({ src, type }) => src === '' && !/json/.test(type))
  const handlers = [...document.querySelectorAll('*')].filter((each) => each.getAttributeNames().some((name) => name.startsWith('on') || name === 'srcdoc'))
  const addresses = [...document.querySelectorAll('[href],[src],[action],[formaction]')].filter((each) =>
    ['href', 'src', 'action', 'formaction'].some((name) => /^[\\s\\u0000-\\u001f]*(?:javascript|data|vbscript):/i.test(each.getAttribute(name) ?? '')))
  const foreign = [...document.querySelectorAll('main iframe, main img, main object, main embed, main base, main style')]
  return [...scripts, ...handlers, ...addresses, ...foreign].map((each) => each.outerHTML.slice(0, 200))
})()`
