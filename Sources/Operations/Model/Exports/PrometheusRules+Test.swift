// SPDX-License-Identifier: Apache-2.0

import Measure
import Signals

extension PrometheusRules {
  /// A series of a test, in the notation of `promtool test rules`.
  private struct Series {
    let metric: String
    let matchers: String
    let values: String
  }

  /// The file with which `promtool test rules` shows that each promise that is broken burns its budget,
  /// and that one that is kept does not.
  ///
  /// - Parameter rules: the name of the file of rules.
  package func test(of rules: String) -> String {
    var file = YAMLText()
    file.line(0, "rule_files:")
    file.line(1, "-", rules)
    file.line(0, "evaluation_interval:", "1m")
    file.line(0, "tests:")
    for indicator in indicators where !indicator.windows.isEmpty {
      add(broken(indicator), indicator, fires: true, to: &file)
      add(kept(indicator), indicator, fires: false, to: &file)
    }
    return file.text
  }

  private func broken(_ indicator: Indicator) -> [Series] {
    guard let bound = indicator.bound else {
      return [series("count", indicator, "error_type=\"503\"", "0+60x100")]
    }
    return [
      series("count", indicator, "error_type=\"\"", "0+60x100"),
      series("bucket", indicator, "error_type=\"\",le=\"\(bound)\"", "0+0x100"),
    ]
  }

  /// Requests that keep all promises of the route.
  private func kept(_ indicator: Indicator) -> [Series] {
    let same = indicators.filter { $0.site == indicator.site && $0.route == indicator.route }
    let buckets = same.compactMap(\.bound).map {
      series("bucket", indicator, "error_type=\"\",le=\"\($0)\"", "0+60x100")
    }
    return [series("count", indicator, "error_type=\"\"", "0+60x100")] + buckets
  }

  private func series(
    _ suffix: String,
    _ indicator: Indicator,
    _ more: String,
    _ values: String
  ) -> Series {
    Series(
      metric: "\(MetricName.requestDurations)_\(suffix)",
      // A series has one method.
      matchers: indicator.matchers.replacing("=~\"GET|HEAD\"", with: "=\"GET\"") + ",\(more)",
      values: values
    )
  }

  private func add(
    _ series: [Series],
    _ indicator: Indicator,
    fires: Bool,
    to file: inout YAMLText
  ) {
    file.line(1, "- interval:", "1m")
    let state = fires ? "broken" : "kept"
    file.line(2, "name:", "\(indicator.site), \(indicator.route), \(indicator.name) \(state)")
    file.line(2, "input_series:")
    for one in series {
      file.line(3, "- series:", "\(one.metric){\(one.matchers)}")
      file.line(4, "values:", one.values)
    }
    file.line(2, "alert_rule_test:")
    file.line(3, "- eval_time:", "90m")
    file.line(4, "alertname:", "PorticoBudgetBurns")
    guard fires else {
      file.line(4, "exp_alerts: []")
      return
    }
    file.line(4, "exp_alerts:")
    for windows in indicator.windows {
      file.line(5, "- exp_labels:")
      for (name, value) in [
        ("site", indicator.site), ("route", indicator.route), ("sli", indicator.name),
        ("severity", windows.severity.rawValue), ("window", windows.longSpan),
      ] {
        file.line(7, "\(name):", value)
      }
      file.line(6, "exp_annotations:")
      file.line(7, "summary:", indicator.summary(over: windows))
    }
  }
}
