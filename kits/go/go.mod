module github.com/gateproof/gateproof/kits/go

go 1.19
