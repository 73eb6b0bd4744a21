/** What the ready-made consoles leave behind for the scripts of their pages. */
declare const React: any;
declare const ReactDOM: any;
declare const GraphiQL: any;
declare const SwaggerUIBundle: any;
