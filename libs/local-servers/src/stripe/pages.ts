/** An answer of a page of this server: HTML, or where the visitor goes next. */
export type PageAnswer =
  | { readonly status: 200 | 404 | 410; readonly html: string }
  | { readonly location: string }

const style = `
  :root { color-scheme: light dark; background: Canvas; color: CanvasText; font: 1.0625rem/1.5 system-ui, sans-serif }
  body { margin: 0 auto; max-width: 26rem; padding: 1.5rem 1rem }
  a { color: light-dark(#1a4fb4, #9dbdff) }
  h1 { font-size: 1.375rem; margin: 0 0 .25rem }
  label { display: block; margin: 1rem 0 .25rem }
  input { box-sizing: border-box; width: 100%; font: inherit; padding: .625rem; border: 1px solid GrayText; border-radius: .375rem }
  button { box-sizing: border-box; width: 100%; font: inherit; font-weight: 600; margin-top: 1.25rem; padding: .75rem; border: 0; border-radius: .375rem; background: #1a4fb4; color: #fff }
  :focus-visible { outline: 3px solid #4d8dff; outline-offset: 2px }
  [role=alert] { border-left: .25rem solid #c9342b; padding-left: .75rem }
  .amount { font-size: 1.75rem; font-weight: 600 }
`

function page(title: string, content: string): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escaped(title)}</title><style>${style}</style></head><body><main>${content}</main></body></html>`
}

/** A page that says what is the matter and offers nothing to do. */
export function messagePage(status: 404 | 410, title: string, text: string): PageAnswer {
  return { status, html: page(title, `<h1>${escaped(title)}</h1><p>${escaped(text)}</p>`) }
}

/** Where a buyer enters a card; the number of each test card says how it ends. A card that was refused is shown again with the problem. */
export function payPage(
  {
    description,
    amountCents,
    cancelUrl,
    isHeld,
  }: { description: string; amountCents: number; cancelUrl: string | null; isHeld: boolean },
  refused: { card: string; problem: string } | null,
): PageAnswer {
  const back = cancelUrl === null ? '' : `<p><a href="${escaped(cancelUrl)}">Go back without paying</a></p>`
  return {
    status: 200,
    html: page(
      'Pay by card',
      `<h1>${escaped(description)}</h1><p class="amount">${dollars(amountCents)}</p>
      ${isHeld ? '<p>The amount is held on your card. You pay at most this, and only what the work earns.</p>' : ''}
      ${refused === null ? '' : `<p role="alert" id="problem">${escaped(refused.problem)}</p>`}
      <form method="post"><label for="card">Card number</label>
      <input id="card" name="card" inputmode="numeric" autocomplete="cc-number" required value="${escaped(refused?.card ?? '4242 4242 4242 4242')}"${
        refused === null ? '' : ' aria-invalid="true" aria-describedby="problem" autofocus'
      }>
      <button>${isHeld ? 'Hold' : 'Pay'} ${dollars(amountCents)}</button></form>${back}
      <p>This is a server for tests: no money moves. 4242 4242 4242 4242 pays, 4000 0000 0000 0002 is declined.</p>`,
    ),
  }
}

/** Where the holder of an account says where it is paid out. */
export function onboardPage(account: string): PageAnswer {
  return {
    status: 200,
    html: page(
      'Get paid',
      `<h1>Set up your payouts</h1><p>Say where the earnings of your account ${escaped(account)} are paid out.</p>
      <form method="post"><label for="name">Legal name</label>
      <input id="name" name="name" autocomplete="name" required>
      <label for="iban">Bank account</label><input id="iban" name="iban" autocomplete="off" required>
      <button>Finish</button></form><p>This is a server for tests: nothing is kept of what you enter.</p>`,
    ),
  }
}

/** Where a buyer says yes to what the bank of the card asks. */
export function confirmPage(amountCents: number): PageAnswer {
  return {
    status: 200,
    html: page(
      'Confirm with your bank',
      `<h1>Confirm the payment</h1><p class="amount">${dollars(amountCents)}</p>
      <form method="post"><button>Confirm</button></form>`,
    ),
  }
}

const testCards: Readonly<Record<string, string>> = {
  '4242424242424242': 'pm_card_visa',
  '4000000000000002': 'pm_card_chargeDeclined',
}

/** The payment method behind the number of a test card. */
export function cardOf(number: string): string | null {
  return testCards[number.replaceAll(/\s/g, '')] ?? null
}

function dollars(cents: number): string {
  return `$${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
