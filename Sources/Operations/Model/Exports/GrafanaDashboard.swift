// SPDX-License-Identifier: Apache-2.0
//
// A dashboard for Grafana 10 and later, with a Prometheus data source that is chosen on the page.
// Rates use $__rate_interval. Values of the model, for all instances together, are drawn as lines
// beside the measured ones.

import DataFiles
import Sites

/// A model as a dashboard of Grafana: its rates, promises and capacities beside the measured
/// values.
package struct GrafanaDashboard: Sendable {
  /// A chart with the queries of its lines.
  struct Panel: Sendable {
    let title: String
    let help: String
    /// The unit, as Grafana names it.
    let unit: String
    let lines: [(name: String, query: String)]
  }

  /// Charts below a title.
  struct Row: Sendable {
    let title: String
    let panels: [Panel]
  }

  /// The width of the page, of a chart, and the height of one, in Grafana's cells.
  private static let (columns, width, height) = (24, 8, 8)
  private static let source = DataValue.members([
    ("type", .text("prometheus")), ("uid", .text("${datasource}")),
  ])

  let rows: [Row]

  package init(_ sites: [ExpectedTraffic]) {
    rows = sites.flatMap(GrafanaDashboard.rows) + [GrafanaDashboard.instances(of: sites)]
  }

  /// The file, as Grafana imports it.
  package var text: String {
    let dashboard = DataValue.members([
      ("uid", .text("portico-model")), ("title", .text("Portico: the traffic model")),
      ("tags", .texts(["portico"])), ("timezone", .text("browser")),
      ("editable", .boolean(true)), ("graphTooltip", .number(1)), ("schemaVersion", .number(39)),
      ("refresh", .text("30s")),
      ("time", .members([("from", .text("now-6h")), ("to", .text("now"))])),
      (
        "templating",
        .members([
          (
            "list",
            .list([
              .members([
                ("name", .text("datasource")), ("type", .text("datasource")),
                ("query", .text("prometheus")),
              ])
            ])
          )
        ])
      ),
      ("panels", .list(panels)),
    ])
    return String(decoding: dashboard.json, as: UTF8.self) + "\n"
  }

  private var panels: [DataValue] {
    var (panels, top) = ([DataValue](), 0)
    func place(_ x: Int, _ width: Int, _ height: Int) -> DataValue {
      .members([
        ("h", .number(height)), ("w", .number(width)), ("x", .number(x)), ("y", .number(top)),
      ])
    }
    for row in rows {
      panels.append(
        .members([
          ("type", .text("row")), ("id", .number(panels.count + 1)), ("title", .text(row.title)),
          ("collapsed", .boolean(false)), ("panels", .list([])),
          ("gridPos", place(0, GrafanaDashboard.columns, 1)),
        ])
      )
      top += 1
      var left = 0
      for panel in row.panels {
        if left == GrafanaDashboard.columns { (left, top) = (0, top + GrafanaDashboard.height) }
        let place = place(left, GrafanaDashboard.width, GrafanaDashboard.height)
        panels.append(panel.json(number: panels.count + 1, at: place, GrafanaDashboard.source))
        left += GrafanaDashboard.width
      }
      top += GrafanaDashboard.height
    }
    return panels
  }
}

extension GrafanaDashboard.Panel {
  fileprivate func json(number: Int, at place: DataValue, _ source: DataValue) -> DataValue {
    .members([
      ("type", .text("timeseries")), ("id", .number(number)), ("title", .text(title)),
      ("description", .text(help)), ("datasource", source), ("gridPos", place),
      (
        "fieldConfig",
        .members([
          ("defaults", .members([("unit", .text(unit)), ("min", .number(0))])),
          ("overrides", .list([])),
        ])
      ),
      (
        "options",
        .members([
          (
            "legend",
            .members([
              ("displayMode", .text("list")), ("placement", .text("bottom")),
              ("showLegend", .boolean(true)), ("calcs", .list([])),
            ])
          ), ("tooltip", .members([("mode", .text("multi")), ("sort", .text("desc"))])),
        ])
      ),
      (
        "targets",
        .list(
          lines.enumerated().map { index, line in
            .members([
              ("refId", .text("\(Character(UnicodeScalar(UInt8(65 + index % 26))))")),
              ("datasource", source), ("expr", .text(line.query)),
              ("legendFormat", .text(line.name)),
            ])
          }
        )
      ),
    ])
  }
}
