import htm from 'htm'
import { type ComponentChildren, createElement, type VNode } from 'preact'
import { visibleText } from './text/visible-text.ts'

function element(name: string, attributes: object | null, ...children: ComponentChildren[]): VNode {
  return createElement(name, attributes ?? {}, ...children.map(shown)) as VNode
}

function shown(children: ComponentChildren): ComponentChildren {
  if (typeof children === 'string') return visibleText(children)
  return Array.isArray(children) ? children.map(shown) : children
}

// The types of htm describe its CommonJS form; Node loads its module, whose default export is the function itself.
const templates = htm as unknown as typeof htm.default

/** One HTML element, written as HTML. Text put into it is escaped, and shows every character that it has. */
export const html = templates.bind(element) as (strings: TemplateStringsArray, ...values: unknown[]) => VNode
