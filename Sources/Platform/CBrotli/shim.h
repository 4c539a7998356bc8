// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <brotli/decode.h>
#include <brotli/encode.h>
