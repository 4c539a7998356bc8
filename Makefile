# SPDX-License-Identifier: Apache-2.0
# `make run` and `make test` need a Debian 12 with a Swift toolchain; everything else comes from
# Debian's packages, named here.

SHELL := /bin/bash
PREFIX ?= /usr/local
DESTDIR ?=
BUILD_PACKAGES := git libc6-dev libstdc++-12-dev pkg-config libnghttp2-dev libssl-dev zlib1g-dev \
	libxxhash-dev libdeflate-dev libbrotli-dev libzstd-dev libsqlite3-dev libpq-dev \
	libmaxminddb-dev libqrencode-dev tzdata
TEST_PACKAGES := $(BUILD_PACKAGES) curl openssl nghttp2-client brotli zstd varnish varnish-modules \
	nginx-light libnginx-mod-http-js libnginx-mod-http-cache-purge nodejs chromium prometheus strace \
	systemd rsyslog postgresql node-typescript
BENCH_PACKAGES := $(BUILD_PACKAGES) gcc nginx-light \
	libnginx-mod-http-lua lua-cjson haproxy h2o varnish golang-go nodejs wrk nghttp2-client \
	openssl python3
FLEET_PACKAGES := $(BUILD_PACKAGES) haproxy varnish varnish-modules postgresql python3
# Were all tests begun at once, each would wait for the others until its time is over.
TESTS_AT_ONCE ?= 24
# The modules whose tests are built and run; empty for all.
ONLY ?=
TESTED := $(if $(ONLY),PORTICO_ONLY=$(ONLY))
# A module that the manifest does not let another one know is there for its import by chance only: a build from
# nothing may fail.
CHECKED := --explicit-target-dependency-import-check error
FUZZ_TARGETS := request-head response-head chunked-body structured-field uri-template proxy-header data-file \
	json-document json-path filter record-batch record-form
FUZZ_SECONDS ?= 600
SOAK_SECONDS ?= 600
HOURS ?= 20000
FLEET_SECONDS ?= 60
# Swift's own library is linked in: a release runs where there is no toolchain, and its calls into that
# library are a tenth of what a composed answer costs. Exclusive access is checked when tests and sanitizers
# run; a release does without, which is a twentieth of a pass or a composed answer. It keeps no frame pointers
# either, which is a fiftieth; debuggers unwind by its tables.
# The toolchain's own linker can keep the relocations that BOLT wants, which Debian's gold cannot.
RELEASE := swift build -c release --static-swift-stdlib -Xswiftc -enforce-exclusivity=unchecked \
	--omit-frame-pointers -Xswiftc -use-ld=lld
# What `make run` serves: compiled without optimization, module by module, in a third of the processor time of a
# release. It is for trying; what is measured or installed is the release.
SAMPLE := .build/sample/release
SAMPLE_BUILD := swift build --scratch-path .build/sample -c release -Xswiftc -Onone -Xswiftc -gnone
SWIFT_SOURCES := Package.swift Sources Tests
# What is installed, and what is packed.
PROGRAM ?= .build/release/portico
PACKED ?= $(if $(filter x86_64,$(shell uname -m)),.build/layout/portico,$(PROGRAM))
DOCUMENTATION := Sources/Operations/portico/Portico.docc
CLIENT_DOCUMENTATION := Sources/Client/PorticoClient/PorticoClient.docc

.DEFAULT_GOAL := help
.PHONY: help run build test sanitize conformance bench allocations simulate linkage soak drill fleet fleet-trial screenshot fuzz format lint schemas docs \
	install deb client-package client-docs client-figures clean swift

help: ## Show what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

# The services' ports, and where the gateway answers apps and operators.
SHOP_PORTS := 9001 9002 9003 9004 9005 9006 9007
GATEWAY := 127.0.0.1:8080
OPERATORS := 127.0.0.1:8081

run: swift ## Run the sample shop, its services and the gateway in front, until Ctrl-C
	@$(call need,$(BUILD_PACKAGES))
	$(SAMPLE_BUILD) --product portico
	$(SAMPLE_BUILD) --product flower-shop
	@trap 'kill $$shop 2>/dev/null; wait $$shop 2>/dev/null' EXIT; \
	$(SAMPLE)/flower-shop run & shop=$$!; \
	for port in $(SHOP_PORTS); do \
	  until (exec 3<>/dev/tcp/127.0.0.1/$$port) 2>/dev/null; do \
	    kill -0 $$shop 2>/dev/null || { echo "the services of the shop did not start" >&2; exit 1; }; \
	    sleep 0.1; \
	  done; \
	done; \
	echo; \
	echo "Worth trying, once the gateway says that it is serving:"; \
	echo "  curl -i -H 'Accept-Language: fr-CA' -H 'X-App: country=CA' http://$(GATEWAY)/config"; \
	echo "  curl -i -H 'Accept-Language: ja' http://$(GATEWAY)/config"; \
	echo "  curl -s 'http://$(GATEWAY)/fr.ca/items/0101-2010-0611?view=light'      # two services asked"; \
	echo "  curl -i http://$(GATEWAY)/fr.ca/items/0101-2010-0611                    # the rest of them"; \
	echo "  curl -s 'http://$(GATEWAY)/en.us/items?where=price,lessThan,40&sort=-price&limit=3'"; \
	echo "  curl -s http://$(GATEWAY)/fr.ca/items/0101-2010-0611.plist              # for a property list"; \
	echo "  curl -i -H \"If-None-Match: \$$(curl -sI http://$(GATEWAY)/en/legal/terms | tr -d '\r' | sed -n 's/^etag: //p')\" http://$(GATEWAY)/en/legal/terms"; \
	echo "  curl -H 'content-type: application/json' -d '{\"tag\":\"items\"}' http://$(OPERATORS)/purge"; \
	echo "  curl -X PUT -H 'content-type: application/json' -d '{\"break\":\"reset\"}' http://127.0.0.1:9003/_faults"; \
	echo "                                       # reviews are gone, and the answer still comes"; \
	echo "  a browser at http://$(OPERATORS)/             # the console: promises, headroom, changes"; \
	echo "  curl -X PUT -H 'authorization: Bearer flowers' -d '{\"prefix\":\"note\"}' http://$(GATEWAY)/v1/_schema/notes"; \
	echo "  curl -d '{\"text\":\"More roses\"}' http://$(GATEWAY)/v1/notes; curl http://$(GATEWAY)/v1/notes"; \
	echo; \
	SHOP_ADMIN_TOKEN=flowers $(SAMPLE)/portico serve --listen $(GATEWAY) --admin $(OPERATORS) --state .build/portico

build: swift ## Build the release
	@$(call need,$(BUILD_PACKAGES))
	$(RELEASE) --product portico
	$(RELEASE) --product flower-shop

test: swift ## Build and run all tests, or those of some modules (ONLY=Plans,AnswerCache)
	@$(call need,$(TEST_PACKAGES))
	$(TESTED) swift build --build-tests $(CHECKED)
	@mkdir -p .build; set -o pipefail; export TMPDIR=$$(mktemp -d); chmod 1777 "$$TMPDIR"; \
	trap 'rm -rf "$$TMPDIR"' EXIT; \
	$(TESTED) swift test --skip-build --disable-xctest \
	  --experimental-maximum-parallelization-width $(TESTS_AT_ONCE) 2>&1 | tee .build/tests.log || { \
	  echo; echo "What failed, of .build/tests.log:"; \
	  grep -a -A 3 -E '✘ .*recorded an issue|[Ff]atal error|unexpected signal' .build/tests.log \
	    | grep -a -v -E '^--|^✔|^◇' | cut -c -400 | tail -n 20; exit 1; }; \
	$(NOTHING_LEFT)

# Servers end, and remove their folders, shortly after the tests that used them. What is not looked for is
# SwiftPM's own, and folders of the tests of Fleet, which are no TemporaryFolder yet.
define NOTHING_LEFT
for try in {1..20}; do \
  left=$$(find "$$TMPDIR" -mindepth 1 -maxdepth 1 ! -name 'TemporaryDirectory.*' ! -name '*.lock' \
    ! -name 'swift-*' ! -name 'fleet-*' -printf '%f\n'); \
  [ -n "$$left" ] || exit 0; sleep 0.5; \
done; echo "Tests have left in the temporary folder: "$$left >&2; exit 1
endef

# What the sanitizers look at: the wire, the cache and the gateway, whose code shares memory. Leaks are
# not looked for, here and by the fuzzer: Swift keeps some pointers in a form that the search does not know.
SANITIZED := Bytes,Reactor,HTTP1,HTTP2,HTTPServer,HTTPClient,AnswerCache,Backends,Gateway

sanitize: swift ## Test the wire, the cache and the gateway under the thread and the address sanitizer
	@$(call need,$(TEST_PACKAGES))
	@mkdir -p .build && clang -shared -fPIC -O1 Tests/Sanitizing/mutex.c -o .build/sanitized-mutex.so
	@for kind in thread address; do \
	  options="--sanitize=$$kind --scratch-path .build/sanitize-$$kind"; \
	  if [ $$kind = thread ]; then preload=$(CURDIR)/.build/sanitized-mutex.so; else preload=; fi; \
	  PORTICO_ONLY=$(SANITIZED) swift build --build-tests $$options && \
	  PORTICO_ONLY=$(SANITIZED) LD_PRELOAD=$$preload ASAN_OPTIONS=detect_leaks=0 \
	    swift test --skip-build --disable-xctest $$options \
	    --experimental-maximum-parallelization-width 4 || exit 1; \
	done

# Other people's implementations come from PyPI, in the versions that Tests/Conformance names.
conformance: swift ## Compare with other implementations of the same standards (ROUNDS=2000, SEED=1)
	@$(call need,$(BUILD_PACKAGES) python3 python3-venv)
	swift build --product portico
	swift build --product valueprobe
	@test -x .build/conformance/bin/python || python3 -m venv .build/conformance
	@.build/conformance/bin/pip install --quiet --disable-pip-version-check \
	  --requirement Tests/Conformance/requirements.txt
	@.build/conformance/bin/python Tests/Conformance/conformance.py --programs .build/debug \
	  $(if $(ROUNDS),--rounds $(ROUNDS)) $(if $(SEED),--seed $(SEED))
	@.build/conformance/bin/python Tests/Conformance/openmetrics.py .build/debug/portico
	@.build/conformance/bin/python Tests/Conformance/otlp.py .build/debug/portico
	@.build/conformance/bin/python Tests/Conformance/dashboard.py .build/debug/portico
	@.build/conformance/bin/python Tests/Conformance/records.py .build/debug/portico
	@.build/conformance/bin/python Tests/Conformance/oidc.py .build/debug/portico

bench: swift ## Measure beside nginx, HAProxy, Varnish and others (BENCH='--gateway', '--scenario h2c')
	@$(call need,$(BENCH_PACKAGES))
	$(RELEASE) --product wireprobe
	$(RELEASE) --product portico
	python3 Tests/Benchmarks/bench.py $(BENCH)

client-figures: swift ## Measure what an app's client costs, and run its random tests with all seeds
	@$(call need,$(BUILD_PACKAGES) python3 strace)
	swift build -c release --product clientbench
	python3 Tests/Benchmarks/client.py

simulate: ## Run HOURS (20000) simulated hours of a fleet of nodes, with failures
	$(RELEASE) --product fleetsim
	.build/release/fleetsim 1 $(HOURS)

allocations: build ## Count the allocations of a kept and of a composed answer, which may only fall
	@$(call need,python3)
	python3 Tests/Benchmarks/allocations.py

linkage: build ## Prove that the command stands without Foundation and without Swift's libraries
	@if ldd .build/release/portico | grep -iE 'foundation|libswift|libdispatch'; then exit 1; fi
	@if nm .build/release/portico | grep -m 1 -E ' \$$s[0-9]*Foundation'; then exit 1; fi
	@echo "no Foundation, no library of Swift"

soak: build ## Serve for SOAK_SECONDS (600) while services die and editions change, and look at every answer
	@$(call need,python3)
	python3 Tests/Soak/soak.py --seconds $(SOAK_SECONDS)
	python3 Tests/Soak/hostile.py
	python3 Tests/Soak/readers.py

drill: build ## Rehearse an incident on the sample shop for ten minutes, and look at what operators are told
	@$(call need,python3)
	python3 Tests/Soak/drill.py

fleet: build ## Run three nodes, their database, HAProxy and Varnish in front and the sample shop behind, until Ctrl-C
	@$(call need,$(FLEET_PACKAGES))
	@python3 Tests/Fleet/fleet.py

fleet-trial: build ## Measure a fleet, and try it with failures for FLEET_SECONDS (60) (TRIAL='chaos', '--list')
	@$(call need,$(FLEET_PACKAGES) iproute2)
	python3 Tests/Fleet/trial.py --seconds $(FLEET_SECONDS) $(TRIAL)

screenshot: build ## Take the picture of the console that the README shows, after ten minutes of traffic
	@$(call need,python3 chromium pngquant)
	python3 Tests/Soak/screenshot.py

fuzz: swift ## Fuzz every parser for FUZZ_SECONDS (600) each
	@$(call need,$(BUILD_PACKAGES))
	PORTICO_FUZZ=1 swift build -c release --product fuzzer --scratch-path .build/fuzz
	@for target in $(FUZZ_TARGETS); do \
	  found=.build/fuzz/found/$$target; mkdir -p $$found; echo "fuzzing $$target"; \
	  FUZZ_TARGET=$$target ASAN_OPTIONS=detect_leaks=0 .build/fuzz/release/fuzzer \
	    -max_total_time=$(FUZZ_SECONDS) -max_len=4096 -artifact_prefix=$$found- \
	    $$found Tests/Fuzzing/Corpus/$$target || exit 1; \
	done

format: swift ## Put the source into our format
	swift format format --in-place --recursive --parallel $(SWIFT_SOURCES)

lint: swift ## Check the format, strictly
	swift format lint --strict --recursive --parallel $(SWIFT_SOURCES)

schemas: swift ## Write the schemas of a site's files into the documentation
	swift build --product portico
	@for kind in document site emergency; do \
	  .build/debug/portico schema $$kind > $(DOCUMENTATION)/Resources/$$kind.schema.json; \
	  .build/debug/portico schema --reference $$kind > $(DOCUMENTATION)/$${kind^}Schema.md; \
	done

docs: swift ## Make the documentation, as pages in .build/docs
	@mkdir -p .build
	docc convert $(DOCUMENTATION) --output-path .build/docs \
	  --fallback-display-name Portico --fallback-bundle-identifier portico \
	  --transform-for-static-hosting --warnings-as-errors
	@printf '%s\n' '<!doctype html><meta charset="utf-8"><title>Portico</title>' \
	  '<p>The pages are read through a server: <code>python3 -m http.server -d .build/docs 8000</code>' \
	  '<p>Then they begin at <a href="http://127.0.0.1:8000/documentation/portico/">documentation/portico</a>.' \
	  > .build/docs/index.html
	@echo 'The pages are in .build/docs; python3 -m http.server -d .build/docs 8000 shows them at'
	@echo 'http://127.0.0.1:8000/documentation/portico/'

client-docs: swift ## Make the documentation of the app's side, as pages in .build/docs-client
	swift build --target PorticoClient
	@mkdir -p .build/symbols
	swift symbolgraph-extract -module-name PorticoClient -I .build/debug/Modules -output-dir .build/symbols \
	  -target $$(swift -print-target-info | sed -n 's/.*"triple": "\(.*\)",/\1/p') -minimum-access-level public
	docc convert $(CLIENT_DOCUMENTATION) --output-path .build/docs-client \
	  --additional-symbol-graph-dir .build/symbols --fallback-display-name PorticoClient \
	  --fallback-bundle-identifier portico-client --transform-for-static-hosting --warnings-as-errors

install: build ## Install the command, its manual page, completions and units under PREFIX
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/portico
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 $(DESTDIR)$(PREFIX)/share/bash-completion/completions \
	  $(DESTDIR)$(PREFIX)/share/zsh/site-functions $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d \
	  $(DESTDIR)$(PREFIX)/lib/systemd/system
	$(PROGRAM) install-text manual > $(DESTDIR)$(PREFIX)/share/man/man1/portico.1
	$(PROGRAM) install-text bash > $(DESTDIR)$(PREFIX)/share/bash-completion/completions/portico
	$(PROGRAM) install-text zsh > $(DESTDIR)$(PREFIX)/share/zsh/site-functions/_portico
	$(PROGRAM) install-text fish > $(DESTDIR)$(PREFIX)/share/fish/vendor_completions.d/portico.fish
	$(PROGRAM) install-text service | sed "s|/usr/local/|$(PREFIX)/|" > $(DESTDIR)$(PREFIX)/lib/systemd/system/portico.service
	$(PROGRAM) install-text socket > $(DESTDIR)$(PREFIX)/lib/systemd/system/portico.socket

# Its program is laid out by a run, for which BOLT wants the relocations; the build after that links without them.
.build/layout/portico: build
	@$(call need,bolt-16 binutils python3)
	@mkdir -p .build/layout
	$(RELEASE) --product portico -Xlinker --emit-relocs
	mv .build/release/portico .build/layout/linked
	Sources/Operations/Debian/layout.sh .build/layout/linked $@

deb: $(if $(filter .build/layout/%,$(PACKED)),$(PACKED),build) ## Make a Debian package in .build; as root, TRY=1 installs, upgrades and removes it
	@$(call need,dpkg-dev $(if $(TRY),curl))
	rm -rf .build/deb
	@for part in $(if $(TRY),0 1,0); do \
	  $(MAKE) -o build install DESTDIR=.build/deb/$$part PREFIX=/usr PROGRAM=$(PACKED) && \
	  Sources/Operations/Debian/package.sh .build/deb/$$part \
	    "$$($(PACKED) --version | cut -d ' ' -f 2)$$([ $$part = 0 ] || echo +upgrade)" .build || exit 1; \
	done
	$(if $(TRY),Tests/Debian/package.sh $$(ls .build/portico_*.deb | grep -v upgrade) \
	  .build/portico_*+upgrade_*.deb && rm .build/portico_*+upgrade_*.deb)

# A folder that is a package of its own, to be pushed to a repository of its own.
FOLDER ?= .build/client-package

client-package: swift ## Write the app's side as a package that stands alone into FOLDER, and test it there
	@$(call need,$(BUILD_PACKAGES))
	Sources/Client/Package/package.sh $(FOLDER)
	swift build --package-path $(FOLDER) --build-tests
	swift test --package-path $(FOLDER) --skip-build --disable-xctest

clean: ## Remove what was built
	rm -rf .build

swift:
	@version=$$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\.[0-9]*\).*/\1/p'); \
	if [ -z "$$version" ]; then \
	  echo "There is no swift on the PATH. Install Swift 6.3 for Debian 12 from swift.org." >&2; \
	  exit 1; \
	elif [ "$$(printf '%s\n' 6.3 "$$version" | sort -V | head -n 1)" != 6.3 ]; then \
	  echo "This is Swift $$version; Portico needs 6.3 or later." >&2; exit 1; \
	fi

# Installs those of the packages $(1) that are missing, and says which. A policy for service scripts
# keeps Debian from starting the servers that the tests and benchmarks run by themselves.
define need
missing=$$(for name in $(1); do \
  dpkg-query -W -f='$${db:Status-Status}' "$$name" 2>/dev/null | grep -qx installed || echo "$$name"; \
done); \
if [ -n "$$missing" ]; then \
  echo "Installing from Debian:" $$missing; \
  run() { if [ "$$(id -u)" = 0 ]; then "$$@"; else sudo "$$@"; fi; }; \
  policy=/usr/sbin/policy-rc.d; made=; \
  if [ ! -e $$policy ]; then \
    printf '#!/bin/sh\nexit 101\n' | run tee $$policy >/dev/null && run chmod 755 $$policy && made=1; \
  fi; \
  run apt-get update -qq && \
  run env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $$missing; \
  status=$$?; \
  if [ -n "$$made" ]; then run rm -f $$policy; fi; \
  exit $$status; \
fi
endef
