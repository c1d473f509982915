# A template of the Homebrew formula: `packaging/release formula` fills in the repository, the version and the checksums.
class Hclx < Formula
  desc "Validator and type inspector for HCL and JSON configuration"
  homepage "@REPOSITORY@"
  version "@VERSION@"
  license any_of: ["MIT", "Apache-2.0"]

  on_macos do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/hclx-aarch64-apple-darwin.tar.gz"
      sha256 "@SHA256_AARCH64_APPLE_DARWIN@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/hclx-x86_64-apple-darwin.tar.gz"
      sha256 "@SHA256_X86_64_APPLE_DARWIN@"
    end
  end

  on_linux do
    on_arm do
      url "@REPOSITORY@/releases/download/v@VERSION@/hclx-aarch64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256_AARCH64_UNKNOWN_LINUX_MUSL@"
    end
    on_intel do
      url "@REPOSITORY@/releases/download/v@VERSION@/hclx-x86_64-unknown-linux-musl.tar.gz"
      sha256 "@SHA256_X86_64_UNKNOWN_LINUX_MUSL@"
    end
  end

  def install
    bin.install "hclx"
    man1.install Dir["man/*.1"]
    generate_completions_from_executable(bin/"hclx", "completions")
  end

  test do
    (testpath/"a.hcl").write "a = 1\n"
    system bin/"hclx", "check", "a.hcl"
  end
end
