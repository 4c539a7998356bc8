// SPDX-License-Identifier: Apache-2.0

/// The stylesheet of the console, in parts.
enum Stylesheet {
  /// The colours by their meaning, light and dark. Blue, orange and green are those of Okabe and Ito, which
  /// differ for every kind of sight; each has 4.5 to 1 on its ground where it is a text.
  static let colours = """
    :root {
      color-scheme: light dark;
      --paper: #fbfaf7; --raised: #ffffff; --sunk: #f1efe9; --rule: #dcd8cd; --soft: #e9e6de;
      --ink: #1c1b19; --quiet: #625e55; --link: #0b5394;
      --now: #0072b2; --past: #b35900; --older: #6b7280; --area: #0072b21c;
      --good: #00704a; --warn: #8a5a00; --bad: #b3261e;
      --warnground: #fdf3dc; --badground: #fce9e6; --event: #8e3a80;
      --sans: system-ui, -apple-system, "Segoe UI", "Liberation Sans", Arial, sans-serif;
      --serif: Charter, "Bitstream Charter", "Source Serif 4", Cambria, "Liberation Serif", Georgia, serif;
      --mono: ui-monospace, "SF Mono", "Liberation Mono", Menlo, Consolas, monospace;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --paper: #15171a; --raised: #1c1f23; --sunk: #22262b; --rule: #363b42; --soft: #2a2e34;
        --ink: #e9e7e2; --quiet: #a3a199; --link: #8ab8ea;
        --now: #56b4e9; --past: #e69f00; --older: #8d939c; --area: #56b4e920;
        --good: #4cc38a; --warn: #f0c05a; --bad: #ff8a7a;
        --warnground: #352b14; --badground: #3a1f1c; --event: #d99ac9;
      }
    }
    """

  static let page = """
    *, *::before, *::after { box-sizing: border-box; }
    html { -webkit-text-size-adjust: 100%; }
    body {
      margin: 0; background: var(--paper); color: var(--ink);
      font: 15px/1.5 var(--sans); font-variant-numeric: tabular-nums;
    }
    a { color: var(--link); text-decoration: none; }
    a:hover { text-decoration: underline; text-underline-offset: 2px; }
    :focus-visible { outline: 2px solid var(--now); outline-offset: 2px; border-radius: 2px; }
    .skip { position: absolute; left: -999rem; }
    .skip:focus { left: 1rem; top: .5rem; background: var(--raised); padding: .25rem .75rem; z-index: 2; }
    .top {
      display: flex; align-items: baseline; gap: 1.75rem; padding: .7rem 1.75rem;
      border-bottom: 1px solid var(--rule); background: var(--raised);
    }
    .brand { font: 600 1.15rem/1.4 var(--serif); color: var(--ink); letter-spacing: .01em; }
    nav { flex: 1; min-width: 0; overflow-x: auto; scrollbar-width: none; }
    nav ul { display: flex; gap: 1.15rem; margin: 0; padding: .15rem 0; list-style: none; }
    nav a { color: var(--quiet); white-space: nowrap; padding: .2rem 0; }
    nav a[aria-current] { color: var(--ink); font-weight: 600; box-shadow: 0 2px 0 var(--now); }
    .nodes { padding: .35rem 1.75rem; border-bottom: 1px solid var(--soft); font-size: .85rem; }
    .who { color: var(--quiet); font-size: .85rem; white-space: nowrap; }
    main { max-width: 1440px; margin: 0 auto; padding: 1.4rem 1.75rem 2rem; }
    footer {
      max-width: 1440px; margin: 0 auto; padding: .9rem 1.75rem 2rem; color: var(--quiet);
      font-size: .85rem; border-top: 1px solid var(--soft);
      display: flex; flex-wrap: wrap; gap: .25rem 2rem; justify-content: space-between;
    }
    footer p { margin: 0; min-width: 0; overflow-wrap: anywhere; }
    code, pre, .code { font-family: var(--mono); font-size: .88em; }
    pre { overflow-x: auto; padding: .8rem 1rem; background: var(--sunk); border-radius: 4px; margin: .5rem 0; }
    h1 a { color: inherit; }
    h1 { font: 600 1.7rem/1.25 var(--serif); margin: 0 0 .3rem; }
    h2 { font: 600 1.15rem/1.3 var(--serif); margin: 2rem 0 .6rem; }
    .tile .name { font-size: .85rem; color: var(--quiet); margin: 0; }
    section > h2:first-child { margin-top: 1.9rem; }
    p { margin: .4rem 0; max-width: 76ch; }
    .note { color: var(--quiet); font-style: italic; }
    .sign { font-weight: 600; }
    .sign.warn { color: var(--warn); } .sign.bad { color: var(--bad); } .sign { color: var(--good); }
    .verdict { border-left: 4px solid var(--good); padding: .15rem 0 .15rem 1.1rem; margin-bottom: 1.4rem; }
    .verdict.warn { border-color: var(--warn); } .verdict.bad { border-color: var(--bad); }
    .verdict > p { max-width: none; color: var(--quiet); margin: 0; }
    .troubles { margin: .7rem 0 .1rem; padding: 0; list-style: none; }
    .troubles li { padding: .28rem .7rem; margin: .2rem 0; border-radius: 3px; background: var(--warnground); }
    .troubles li.bad { background: var(--badground); }
    .troubles a { color: var(--ink); }
    .spans { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; max-width: none; }
    .spans a[aria-current] { color: var(--ink); font-weight: 600; box-shadow: 0 2px 0 var(--now); }
    .changes { margin: 0; padding: 0; list-style: none; }
    .changes li { display: flex; gap: 1rem; padding: .25rem 0; border-bottom: 1px solid var(--soft); }
    .changes time, .changes .kind { color: var(--quiet); white-space: nowrap; font-size: .9rem; }
    .changes .kind { min-width: 5.5rem; }
    .changes span:last-child { overflow-wrap: anywhere; }
    form { margin: 0; }
    .query, .action {
      display: flex; flex-wrap: wrap; gap: .6rem .9rem; align-items: flex-end; margin: .6rem 0 1rem;
    }
    .action { padding: .9rem 1rem; background: var(--raised); border: 1px solid var(--rule); border-radius: 4px; }
    label > span { display: block; font-size: .82rem; color: var(--quiet); }
    label.wide { flex: 1 1 22rem; }
    input, select, button, textarea {
      font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--rule);
      border-radius: 4px; padding: .32rem .6rem; min-height: 2.1rem; max-width: 100%;
    }
    label.wide input, textarea { width: 100%; font-family: var(--mono); font-size: .9em; }
    input[type=checkbox] { min-height: 0; }
    details.wide { flex: 1 1 100%; } summary { cursor: pointer; } .box { display: inline-block; margin: .3rem 1.2rem 0 0; }
    button { cursor: pointer; background: var(--ink); color: var(--paper); border-color: var(--ink); padding: .32rem 1rem; }
    button:hover { opacity: .87; }
    button.danger { background: var(--bad); border-color: var(--bad); color: var(--paper); }
    button.quiet, footer button { background: none; color: var(--link); border: 0; padding: 0 .3rem; min-height: 0; }
    .whole { flex: 1 1 100%; } .boxes { display: flex; flex-wrap: wrap; gap: .15rem 1.1rem; margin: .5rem 0; }
    .card { max-width: 30rem; margin-bottom: .9rem; padding: .8rem 1rem; border: 1px solid var(--rule); border-radius: 6px; background: var(--raised); overflow-wrap: anywhere; }
    .card h3 { font: 600 1.05rem/1.3 var(--serif); margin: 0 0 .3rem; } .card ul { margin: .5rem 0 0; padding-left: 1.1rem; }
    .card .picture { padding: 1.4rem .8rem; background: var(--sunk); border-radius: 4px; } .card li span { color: var(--quiet); }
    pre.body { max-height: 32rem; overflow: auto; }
    dl.facts { display: grid; grid-template-columns: max-content 1fr; gap: .2rem 1.4rem; margin: .6rem 0; }
    dl.facts dt { color: var(--quiet); } dl.facts dd { margin: 0; overflow-wrap: anywhere; }
    """

  static let tables = """
    .scroll {
      overflow-x: auto; border: 1px solid var(--rule); border-radius: 4px;
      background:
        linear-gradient(to right, var(--raised) 40%, transparent) 0 0 / 2rem 100% no-repeat local,
        linear-gradient(to left, var(--raised) 40%, transparent) 100% 0 / 2rem 100% no-repeat local,
        linear-gradient(to right, var(--rule), transparent) 0 0 / .8rem 100% no-repeat,
        linear-gradient(to left, var(--rule), transparent) 100% 0 / .8rem 100% no-repeat, var(--raised);
    }
    table { border-collapse: collapse; width: 100%; font-size: .88rem; }
    th, td { text-align: left; padding: .32rem .75rem; vertical-align: middle; }
    th { font-weight: 500; white-space: nowrap; border-bottom: 1px solid var(--rule); color: var(--quiet); }
    th a { color: inherit; }
    th[aria-sort] { color: var(--ink); }
    td { border-top: 1px solid var(--soft); overflow-wrap: break-word; }
    td.w { white-space: nowrap; }
    td.long { overflow-wrap: anywhere; min-width: 16rem; }
    tbody tr:first-child td { border-top: 0; }
    tbody tr:hover td { background: var(--sunk); }
    .n { text-align: right; white-space: nowrap; }
    .z, .z a { color: var(--quiet); }
    td:not(.z) a { color: var(--ink); text-decoration: underline; text-decoration-color: var(--rule); text-underline-offset: 3px; }
    td a:hover { color: var(--link); text-decoration-color: currentColor; }
    tr.warn td { background: var(--warnground); } tr.bad td { background: var(--badground); }
    .pic { white-space: nowrap; }
    .help { margin: .4rem 0 0; font-size: .85rem; color: var(--quiet); }
    .help summary { cursor: pointer; width: max-content; }
    .help dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.2rem; margin: .5rem 0; max-width: 90ch; }
    .help dt { color: var(--ink); } .help dd { margin: 0; }
    """

  static let pictures = """
    .tiles {
      display: grid; grid-template-columns: repeat(7, minmax(0, 1fr));
      border: 1px solid var(--rule); border-radius: 4px; background: var(--raised);
    }
    .tile { padding: .75rem 1rem .65rem; border-left: 1px solid var(--soft); min-width: 0; }
    .tile:first-child { border-left: 0; }
    .tile .value { font: 500 1.65rem/1.25 var(--sans); margin: .05rem 0 .25rem; }
    .tile .value a { color: var(--ink); }
    .tile .then { font-size: .78rem; color: var(--quiet); margin: .2rem 0 0; line-height: 1.35; }
    svg { display: block; width: 100%; }
    .spark { height: 2.2rem; }
    td .spark { width: 7.5rem; height: 1.4rem; }
    path { vector-effect: non-scaling-stroke; fill: none; }
    .area { fill: var(--area); }
    .line { stroke: var(--now); stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: round; }
    .line.yesterday { stroke: var(--past); stroke-width: 1.1; stroke-dasharray: 4 3; }
    .line.week { stroke: var(--older); stroke-width: 1.1; stroke-dasharray: 1 3; }
    .line.month { stroke: var(--older); stroke-width: 1.1; stroke-dasharray: 8 3 1 3; }
    .band { fill: var(--past); opacity: .2; }
    .line.second { stroke: var(--past); } .line.third { stroke: var(--good); stroke-dasharray: 6 2 1 2; }
    .dot { stroke: var(--ink); stroke-width: 7; stroke-linecap: round; }
    .grid { stroke: var(--soft); stroke-width: 1; }
    .limit { stroke-width: 1.2; stroke: var(--quiet); stroke-dasharray: 10 4; }
    .limit.peak { stroke: var(--ink); } .limit.sla { stroke: var(--bad); stroke-dasharray: 12 3 2 3; }
    .cell { fill: var(--now); } .heat .line.now { stroke: var(--ink); }
    .s1 { opacity: .14; } .s2 { opacity: .3; } .s3 { opacity: .48; } .s4 { opacity: .7; }
    .bars .ground { fill: transparent; } .bars a:hover .ground, .bars a:focus .ground { fill: var(--soft); }
    .info { fill: var(--now); } .second { fill: var(--older); } path.second { fill: none; } .hatched.bad { fill: var(--bad); } .hatched.warn { fill: var(--past); }
    .hatch { stroke: var(--paper); stroke-width: 1.5; }
    .layer { fill: var(--now); opacity: .8; } .layer.l2 { fill: var(--good); } .layer.l3 { fill: var(--older); }
    .layer.l4 { fill: var(--past); } .layer.l5 { fill: var(--bad); } .layer.l6 { fill: var(--event); }
    .edge { stroke: var(--ink); stroke-width: 1.2; } .edge.l2 { stroke-dasharray: 6 3; }
    .edge.l3 { stroke-dasharray: 1 3; } .edge.l4 { stroke-dasharray: 10 3 2 3; }
    .edge.l5 { stroke-dasharray: 3 3; } .edge.l6 { stroke-dasharray: 12 2; }
    .event { stroke: var(--event); stroke-width: 1.2; stroke-dasharray: 2 2; }
    .chart { margin: 0 0 1.6rem; }
    .chart figcaption { display: flex; flex-wrap: wrap; gap: .2rem 1.4rem; align-items: baseline; margin-bottom: .4rem; overflow-wrap: anywhere; }
    .legend { display: flex; flex-wrap: wrap; gap: .1rem 1.1rem; margin: 0; padding: 0; list-style: none; font-size: .82rem; color: var(--quiet); }
    .legend li { display: flex; align-items: center; gap: .4rem; }
    .key { width: 1.5rem; height: .5rem; flex: none; }
    .plot { display: grid; grid-template-columns: 4.6rem minmax(0, 1fr); grid-template-rows: 11rem auto; }
    .lines { height: 11rem; overflow: visible; }
    .ys { display: flex; flex-direction: column; justify-content: space-between; text-align: right; padding-right: .6rem; margin: -.6rem 0; }
    .xs { grid-column: 2; display: flex; justify-content: space-between; margin-top: .2rem; }
    .xs.steps span { flex: 1; text-align: center; }
    .ys, .xs { font-size: .78rem; color: var(--quiet); }
    .charts { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: .4rem 2.2rem; }
    td .load { width: 8rem; height: .75rem; border-radius: 2px; }
    .load .ground { fill: var(--sunk); } .load .bar { fill: var(--now); opacity: .75; }
    .load.warn .bar { fill: var(--warn); } .load.bad .bar { fill: var(--bad); }
    .load .stroke { stroke: var(--ink); stroke-width: 1.5; }
    .ribbon { display: flex; gap: 1px; margin: 0; padding: 0; list-style: none; }
    .ribbon li {
      width: .82rem; height: 1.3rem; display: grid; place-items: center; font-size: .62rem;
      background: var(--sunk); color: var(--quiet);
    }
    .ribbon .kept { color: var(--good); } .ribbon .warn { background: var(--warnground); color: var(--warn); }
    .ribbon .bad { background: var(--badground); color: var(--bad); font-weight: 600; }
    .ribbon .bad, .ribbon .warn { box-shadow: inset 0 -2px 0 currentColor; }
    .ribbon li a { color: inherit; text-decoration: none; }
    .flow { padding: 1rem; } .flow svg { min-width: 46rem; }
    .flow text { font: 12px var(--sans); fill: var(--ink); } .flow .stage { fill: var(--quiet); }
    .flow .ribbon { fill: var(--now); opacity: .28; } .flow .ribbon:hover { opacity: .5; }
    .flow .ribbon.bad { fill: var(--bad); stroke: var(--bad); opacity: .85; }
    .flow .node { fill: var(--now); } .flow .node.bad { fill: var(--bad); }
    .tree { height: 1.1rem; } td.time { width: 38%; min-width: 12rem; }
    .tree .most { fill: none; stroke: var(--now); vector-effect: non-scaling-stroke; }
    .tree .bar { fill: var(--now); } .tree .bar.bad { fill: var(--bad); }
    """

  static let phone = """
    @media (max-width: 1100px) {
      .tiles { grid-template-columns: repeat(3, minmax(0, 1fr)); }
      .tile:nth-child(3n + 1) { border-left: 0; }
      .tile:nth-child(n + 4) { border-top: 1px solid var(--soft); }
      .charts { grid-template-columns: minmax(0, 1fr); }
    }
    @media (max-width: 640px) {
      .top { padding: .6rem 1rem; gap: 1rem; } main, footer { padding-left: 1rem; padding-right: 1rem; }
      h1 { font-size: 1.4rem; } main, footer, td { overflow-wrap: anywhere; }
      td, dd, p, code, span { min-width: 0; } td.w { white-space: normal; }
      .tiles { grid-template-columns: repeat(2, minmax(0, 1fr)); }
      .tile:nth-child(odd) { border-left: 0; } .tile:nth-child(even) { border-left: 1px solid var(--soft); }
      .tile:nth-child(n + 3) { border-top: 1px solid var(--soft); }
      .tile { padding: .6rem .75rem; } .tile .value { font-size: 1.35rem; }
      .changes li { flex-wrap: wrap; gap: .1rem .8rem; } .changes span:last-child { flex-basis: 100%; }
      .scroll { border: 0; background: none; overflow: visible; } .scroll.flow { overflow-x: auto; }
      table, tbody { display: block; } thead { position: absolute; left: -999rem; }
      tbody tr {
        display: flex; flex-wrap: wrap; column-gap: 1.4rem;
        background: var(--raised); border: 1px solid var(--rule); border-radius: 4px;
        margin-bottom: .7rem; padding: .35rem .8rem;
      }
      tr.warn { background: var(--warnground); } tr.bad { background: var(--badground); }
      td, td.w, td:first-child {
        display: flex; justify-content: space-between; gap: 1rem; padding: .16rem 0; border: 0;
        text-align: right; width: auto; min-width: auto; max-width: 100%;
        flex: 1 1 calc(50% - .7rem);
      }
      td:first-child, td:not(.w, .n) { flex-basis: 100%; white-space: normal; }
      td::before { content: attr(data-label); color: var(--quiet); text-align: left; white-space: nowrap; flex: none; }
      td:first-child { font-weight: 600; } td:first-child::before { font-weight: 400; }
      td .spark { width: 9rem; } td .load { width: 9rem; align-self: center; }
      td.long { min-width: 0; } .ribbon { flex-wrap: wrap; justify-content: flex-end; }
      td.time .tree { width: 60%; }
      tbody tr:hover td { background: none; }
      .plot { grid-template-columns: 3.8rem minmax(0, 1fr); }
      dl.facts, .help dl { grid-template-columns: minmax(0, 1fr); } dl.facts dd, .help dd { margin-bottom: .4rem; }
    }
    @media print { .top, .nodes, footer, form { display: none; } body { background: none; } }
    """
}
