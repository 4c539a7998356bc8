// SPDX-License-Identifier: Apache-2.0

import HTTPValues
import Measure
import Signals
import Testing

@Suite struct `The format of metrics` {
  @Test(
    arguments: [
      (nil, MetricsFormat.text), ("*/*", .text), ("text/html", .text), ("text/plain", .text),
      ("application/openmetrics-text", .openMetrics),
      ("application/openmetrics-text;version=1.0.0,text/plain;version=0.0.4;q=0.5", .openMetrics),
      ("application/openmetrics-text;version=1.0.0;q=0.3,text/plain;q=0.5", .text),
      ("application/openmetrics-text;version=0.0.1,text/plain;version=0.0.4;q=0.5", .text),
      (
        "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;"
          + "encoding=delimited,application/openmetrics-text;version=1.0.0;q=0.8,"
          + "application/openmetrics-text;version=0.0.1;q=0.75,text/plain;version=0.0.4;q=0.5,"
          + "*/*;q=0.1", .protobuf
      ),
      (
        "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=text;"
          + "q=0.9,text/plain;q=0.1", .text
      ),
    ] as [(String?, MetricsFormat)]
  )
  func `The format of metrics is the one that Accept prefers`(
    accept: String?,
    format: MetricsFormat
  ) {
    let fields: Fields = accept.map { ["accept": "\($0)"] } ?? Fields()
    #expect(MetricsFormat.preferred(by: Accept(fields.view)) == format)
  }
}
