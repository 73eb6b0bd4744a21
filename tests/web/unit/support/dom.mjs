// As much of a document as the page's parts need to be drawn in node: elements, their text, their events; no styles and no layout.
import { mock } from "node:test";

/** What a selector of the page asks of one element: `button.thing[data-n="1"]`; a state such as `:focus-visible` never holds. */
function fits(element, simple) {
  for (const [, sign, word, name, value] of simple.matchAll(/([.#:]?)([\w-]+|\*)|\[([\w-]+)(?:=["']?([^\]"']*)["']?)?\]/g)) {
    if (name !== undefined) {
      if (!element.hasAttribute(name) || (value !== undefined && element.getAttribute(name) !== value)) return false;
    } else if (sign === ".") {
      if (!(element.getAttribute("class") ?? "").split(/\s+/).includes(word)) return false;
    } else if (sign === "#") {
      if (element.getAttribute("id") !== word) return false;
    } else if (sign === ":") {
      if (!element.states.has(word)) return false;
    } else if (word !== "*" && element.localName !== word) return false;
  }
  return true;
}

function matches(element, selector) {
  return selector.split(",").some((one) => {
    const parts = one.trim().split(/\s+(?![^[]*\])/);
    let at = element;
    if (!fits(at, parts.pop())) return false;
    while (parts.length) {
      at = at.parentNode;
      if (!at?.localName) return false;
      if (fits(at, parts[parts.length - 1])) parts.pop();
    }
    return true;
  });
}

class Hearing {
  heard = [];

  addEventListener(kind, hear, options) {
    const capture = options === true || options?.capture === true;
    if (!this.heard.some((one) => one.kind === kind && one.hear === hear && one.capture === capture)) this.heard.push({ kind, hear, capture });
  }

  removeEventListener(kind, hear, options) {
    const capture = options === true || options?.capture === true;
    this.heard = this.heard.filter((one) => one.kind !== kind || one.hear !== hear || one.capture !== capture);
  }

  /** Send an event from here to the window; what came of it. */
  fire(kind, more = {}) {
    const event = {
      type: kind, target: this, defaultPrevented: false, stopped: false, timeStamp: Date.now(), ...more,
      preventDefault() { this.defaultPrevented = true; },
      stopPropagation() { this.stopped = true; },
      stopImmediatePropagation() { this.stopped = true; },
    };
    const path = [];
    for (let at = this; at; at = at.parentNode) path.push(at);
    if (this !== globalThis.window && path[path.length - 1] !== globalThis.window) path.push(globalThis.window);
    for (const [way, nodes] of [[true, [...path].reverse()], [false, path]]) {
      for (const node of nodes) {
        if (event.stopped) return event;
        event.currentTarget = node;
        for (const one of [...node.heard]) {
          if (one.kind === kind && (one.capture === way || (node === this && !way && one.capture && false))) one.hear.call(node, event);
        }
      }
    }
    return event;
  }

  dispatchEvent(event) {
    return !this.fire(event.type, event).defaultPrevented;
  }
}

class Node extends Hearing {
  parentNode = null;
  childNodes = [];
  get ownerDocument() { return globalThis.document; }
  get firstChild() { return this.childNodes[0] ?? null; }
  get lastChild() { return this.childNodes[this.childNodes.length - 1] ?? null; }
  get nextSibling() { return this.parentNode?.childNodes[this.parentNode.childNodes.indexOf(this) + 1] ?? null; }
  get previousSibling() { return this.parentNode?.childNodes[this.parentNode.childNodes.indexOf(this) - 1] ?? null; }
  get parentElement() { return this.parentNode?.localName ? this.parentNode : null; }
  get isConnected() { return this.getRootNode() === globalThis.document; }
  getRootNode() { return this.parentNode ? this.parentNode.getRootNode() : this; }
  contains(other) {
    for (let at = other; at; at = at.parentNode) if (at === this) return true;
    return false;
  }
  remove() { this.parentNode?.removeChild(this); }
  removeChild(child) {
    if (child.contains(document.activeElement)) document.activeElement = document.body;
    const at = this.childNodes.indexOf(child);
    if (at >= 0) this.childNodes.splice(at, 1);
    child.parentNode = null;
    return child;
  }
  insertBefore(child, before) {
    child.remove();
    this.childNodes.splice(before ? this.childNodes.indexOf(before) : this.childNodes.length, 0, child);
    child.parentNode = this;
    return child;
  }
  appendChild(child) { return this.insertBefore(child, null); }
  append(...children) { children.forEach((one) => this.appendChild(typeof one === "string" ? document.createTextNode(one) : one)); }
  replaceChildren(...children) {
    [...this.childNodes].forEach((one) => one.remove());
    this.append(...children);
  }
  get textContent() { return this.childNodes.map((one) => one.textContent).join(""); }
  set textContent(text) { this.replaceChildren(...(text === "" ? [] : [String(text)])); }
}

class Text extends Node {
  nodeType = 3;
  constructor(data) {
    super();
    this.data = String(data);
  }
  get textContent() { return String(this.data); }
  set textContent(text) { this.data = String(text); }
}

/** Whether an element of HTML has these as properties, so that Preact sets them and not an attribute. */
const FLAGS = ["checked", "disabled", "open", "hidden"];

class Element extends Node {
  nodeType = 1;
  attributes = {};
  states = new Set();
  inner = "";
  offsetTop = 0;
  offsetWidth = 0;
  offsetHeight = 0;
  clientHeight = 0;
  clientWidth = 0;
  scrollTop = 0;
  scrollHeight = 0;
  constructor(name, space) {
    super();
    this.localName = name;
    this.namespaceURI = space;
    this.style = { setProperty: (key, value) => { this.style[key] = value; }, removeProperty: (key) => { delete this.style[key]; } };
    const element = this;
    this.dataset = new Proxy({}, {
      get: (_, key) => element.attributes[`data-${String(key).replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`],
      set: (_, key, value) => { element.attributes[`data-${key.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`] = String(value); return true; },
      deleteProperty: (_, key) => { delete element.attributes[`data-${key}`]; return true; },
    });
    if (name === "input" || name === "select" || name === "textarea") this.value = "";
    if (!space.endsWith("svg")) for (const flag of FLAGS) this[flag] = false;
  }
  get tabIndex() { return Number(this.attributes.tabindex ?? (/^(a|button|input|select|textarea)$/.test(this.localName) ? 0 : -1)); }
  set tabIndex(to) { this.attributes.tabindex = String(to); }
  get tagName() { return this.localName.toUpperCase(); }
  get nodeName() { return this.tagName; }
  get id() { return this.attributes.id ?? ""; }
  get className() { return this.attributes.class ?? ""; }
  set className(words) { this.attributes.class = words; }
  get childElementCount() { return this.children.length; }
  get children() { return this.childNodes.filter((one) => one.nodeType === 1); }
  get firstElementChild() { return this.children[0] ?? null; }
  get lastElementChild() { return this.children[this.children.length - 1] ?? null; }
  setAttribute(name, value) { this.attributes[name] = String(value); }
  removeAttribute(name) { delete this.attributes[name]; }
  getAttribute(name) { return this.attributes[name] ?? null; }
  hasAttribute(name) { return name in this.attributes; }
  toggleAttribute(name, on = !this.hasAttribute(name)) { if (on) this.attributes[name] = ""; else delete this.attributes[name]; }
  matches(selector) { return matches(this, selector); }
  closest(selector) {
    for (let at = this; at?.localName; at = at.parentNode) if (at.matches(selector)) return at;
    return null;
  }
  querySelectorAll(selector) {
    return this.children.flatMap((one) => [...(one.matches(selector) ? [one] : []), ...one.querySelectorAll(selector)]);
  }
  querySelector(selector) {
    for (const one of this.children) {
      const found = one.matches(selector) ? one : one.querySelector(selector);
      if (found) return found;
    }
    return null;
  }
  get innerHTML() { return this.inner; }
  set innerHTML(text) { this.inner = text; }
  get classList() {
    const all = () => (this.attributes.class ?? "").split(/\s+/).filter(Boolean);
    const put = (words) => { this.attributes.class = words.join(" "); };
    return {
      contains: (word) => all().includes(word),
      add: (...words) => put([...new Set([...all(), ...words])]),
      remove: (...words) => put(all().filter((one) => !words.includes(one))),
      toggle: (word, on = !all().includes(word)) => put(on ? [...new Set([...all(), word])] : all().filter((one) => one !== word)),
    };
  }
  focus() {
    const before = document.activeElement;
    if (before === this) return;
    document.activeElement = this;
    before?.fire?.("focusout", { relatedTarget: this });
    this.fire("focusin", { relatedTarget: before });
  }
  blur() { if (document.activeElement === this) document.activeElement = document.body; }
  click(more) { return this.fire("click", { button: 0, ...more }); }
  select() { this.states.add("selected"); }
  scrollIntoView(how) { this.scrolledTo = how ?? true; }
  scrollTo(to) { this.scrolledTo = to; }
  scrollBy(by) { this.scrolledBy = by; }
  getBoundingClientRect() { return { left: 0, top: 0, width: 0, height: 0, right: 0, bottom: 0, ...this.box }; }
  showModal() {
    if (this.open) throw new Error("InvalidStateError: it is open already");
    this.open = true;
  }
  close() { this.open = false; this.fire("close"); }
  showPopover() {
    if (this.states.has("popover-open")) throw new Error("InvalidStateError: it is shown already");
    this.states.add("popover-open");
  }
  hidePopover() { this.states.delete("popover-open"); }
  checkValidity() { return true; }
  setCustomValidity() {}
}

const HTML = "http://www.w3.org/1999/xhtml";

/** The element with that id in this one. */
function withId(element, id) {
  for (const one of element.childNodes) {
    const found = one.nodeType !== 1 ? null : one.attributes.id === id ? one : withId(one, id);
    if (found) return found;
  }
  return null;
}

const { setTimeout: later, setInterval: again } = globalThis;
/** What a page will do in a while does not keep its process from ending. */
function patient(timer, wait) {
  return wait > 500 ? timer.unref() : timer;
}

/** Make the globals that the page counts on, new ones, and answer what a test may look at: call it before the page's modules are imported. */
export function makePage({ path = "/", language = "en", kept = {} } = {}) {
  const document = Object.assign(new Node(), {
    nodeType: 9,
    visibilityState: "visible",
    title: "",
    createElement: (name) => new Element(name, HTML),
    createElementNS: (space, name) => new Element(name, space),
    createTextNode: (text) => new Text(text),
    getElementById: (id) => withId(document.documentElement, id),
    querySelector: (selector) => document.documentElement.querySelector(selector),
    querySelectorAll: (selector) => document.documentElement.querySelectorAll(selector),
  });
  const root = document.appendChild(new Element("html", HTML));
  document.documentElement = root;
  document.head = root.appendChild(new Element("head", HTML));
  document.body = root.appendChild(new Element("body", HTML));
  document.activeElement = document.body;
  const window = new Hearing();
  const store = new Map(Object.entries(kept).map(([name, text]) => [`citadels.${name}`, text]));
  const place = new URL(path, "https://arena.example");
  const shelf = () => ({
    getItem: (name) => store.get(name) ?? null, setItem: (name, text) => void store.set(name, String(text)), removeItem: (name) => void store.delete(name),
  });
  const history = {
    state: null, length: 1, went: [],
    pushState(state, _, to) { this.replaceState(state, _, to, "push"); },
    replaceState(state, _, to, how = "replace") {
      this.state = state;
      if (to === undefined) return;
      place.href = new URL(to, place.href).href;
      this.went.push([how, to]);
    },
    back() { this.went.push(["back"]); },
  };
  const globals = {
    window, document, history, localStorage: shelf(), sessionStorage: shelf(), Element, HTMLElement: Element, Node,
    HTMLInputElement: Element, SVGElement: Element, Text,
    navigator: { languages: [language], language, clipboard: { texts: [], async writeText(text) { this.texts.push(text); } } },
    location: Object.assign(place, { reload: mock.fn(), replace: mock.fn(), assign: mock.fn() }),
    addEventListener: window.addEventListener.bind(window), removeEventListener: window.removeEventListener.bind(window),
    dispatchEvent: window.dispatchEvent.bind(window),
    innerWidth: 1000, innerHeight: 800, devicePixelRatio: 1, scrollTo: mock.fn(), getComputedStyle: () => ({}),
    matchMedia: () => ({ matches: false, addEventListener() {}, removeEventListener() {} }),
    CSS: { escape: (text) => text, supports: () => true },
    setTimeout: (act, wait, ...words) => patient(later(act, wait, ...words), wait),
    setInterval: (act, wait, ...words) => patient(again(act, wait, ...words), wait),
    requestAnimationFrame: (act) => setTimeout(() => act(performance.now()), 0),
    cancelAnimationFrame: (id) => clearTimeout(id),
    ResizeObserver: class { observe() {} unobserve() {} disconnect() {} },
    IntersectionObserver: class { observe() {} unobserve() {} disconnect() {} },
    MutationObserver: class { observe() {} disconnect() {} },
  };
  for (const [name, value] of Object.entries(globals)) {
    Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
  }
  return { document, window, history, store };
}

/** The element and all in it as lines of text, a tag a line: what was drawn, for people to read. */
export function lines(node, depth = 0) {
  const indent = " ".repeat(depth);
  if (node.nodeType === 3) return String(node.data).trim() === "" ? [] : [`${indent}${String(node.data).replace(/\s+/g, " ")}`];
  const flags = FLAGS.filter((flag) => node[flag] === true);
  const value = typeof node.value === "string" && node.value !== "" ? [`value=${node.value}`] : [];
  const said = Object.entries(node.attributes).map(([name, text]) => [name, text.replace(/\bP\d+-\d+\b/g, "ID")])
    .sort(([one], [other]) => (one < other ? -1 : 1)).map(([name, text]) => (text === "" ? name : `${name}=${text}`));
  const drawn = Object.entries(node.style).filter(([, one]) => typeof one === "string" && one !== "").map(([name, text]) => `${name}:${text}`);
  const head = [node.localName, ...said, ...flags, ...value, ...(drawn.length ? [`{${drawn.join("; ")}}`] : [])].join(" ");
  const within = node.childNodes.flatMap((one) => lines(one, depth + 1));
  if (within.length === 1 && node.childNodes.every((one) => one.nodeType === 3)) return [`${indent}<${head}> ${within[0].trim()}`];
  return [`${indent}<${head}>`, ...within];
}

/** Let what was begun come to an end: effects, promises, frames. */
export async function settled() {
  for (let turn = 0; turn < 6; turn++) await new Promise((done) => setTimeout(done, 0));
}
