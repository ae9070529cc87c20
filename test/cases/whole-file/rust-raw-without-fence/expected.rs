use std::env;
use std::process::ExitCode;

fn main() -> ExitCode {
    let Some(name) = env::args().nth(1) else {
        eprintln!("usage: hello NAME");
        return ExitCode::FAILURE;
    };
    println!("Hello, {name}!");
    ExitCode::SUCCESS
}
