// SPDX-License-Identifier: Apache-2.0

import Bytes
import HTTP1

func fuzzChunkedBody(_ bytes: [UInt8]) {
  let whole = decode(bytes, step: max(1, bytes.count))
  let single = decode(bytes, step: 1)
  precondition(whole.isFinished == single.isFinished, "byte by byte it ends differently")
  if whole.isFinished {
    precondition(whole.content == single.content, "byte by byte it is another body")
    precondition(whole.rest == single.rest, "byte by byte it ends elsewhere")
  }
}

private func decode(
  _ bytes: [UInt8],
  step: Int
) -> (content: [UInt8], rest: Int, isFinished: Bool) {
  var decoder = ChunkedDecoder(limits: HeadLimits())
  var input = ByteBuffer()
  var content = ByteBuffer()
  var position = 0
  while position < bytes.count, !decoder.isFinished {
    let end = min(bytes.count, position + step)
    input.append(bytes.span.extracting(position..<end))
    position = end
    do { try decoder.decode(from: &input, into: &content) } catch { return ([], 0, false) }
  }
  precondition(content.count <= bytes.count, "more content than bytes")
  let rest = input.count + bytes.count - position
  return (content.span.array, rest, decoder.isFinished)
}
